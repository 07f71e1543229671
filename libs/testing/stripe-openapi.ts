import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
type Operation = { responses: Record<string, { content: { 'application/json': unknown } }> };
type OpenApi = {
  components: { schemas: Record<string, Json> };
  paths: Record<string, Record<string, Operation>>;
};

export type StripeAnswer = { method: string; path: string; status: number; body: unknown };

export type StripeOpenApi = {
  /** Such as `GET /v1/payment_intents/{intent}`. */
  routeOf(answer: Pick<StripeAnswer, 'method' | 'path'>): string;
  /** The differences between an answer and its documented schema. */
  deviations(answer: StripeAnswer): string[];
};

const MODULE = 'github.com/stripe/stripe-mock@v0.203.0';
export const HOW_TO_GET = `go mod download ${MODULE}`;

/** Stripe's published document, which the module of stripe-mock holds; null where Go or the module is absent. */
export function findStripeOpenApi(): string | null {
  try {
    const output = execFileSync('go', ['mod', 'download', '-json', MODULE], {
      // From the module cache only.
      env: { ...process.env, GOPROXY: 'off' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { Dir } = JSON.parse(output.toString()) as { Dir: string };
    return join(Dir, 'embedded', 'openapi', 'spec3.json');
  } catch {
    return null;
  }
}

export function readStripeOpenApi(file: string): StripeOpenApi {
  const { components, paths } = JSON.parse(readFileSync(file, 'utf8')) as OpenApi;
  const patterns = Object.keys(paths).map((path) => ({
    path,
    matches: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'stripe', components: toJsonSchema(components as Json) as object });
  const validate = (schema: object, body: unknown) => {
    const isValid = ajv.validate(schema, body);
    return isValid ? [] : (ajv.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
  };
  const pathOf = (path: string) =>
    patterns.find(({ matches }) => matches.test(path))?.path ?? 'unknown path';
  return {
    routeOf: ({ method, path }) => `${method} ${pathOf(path)}`,
    deviations({ method, path, status, body }) {
      const responses = paths[pathOf(path)]?.[method.toLowerCase()]?.responses;
      const response = responses?.[status] ?? responses?.['default'];
      if (!response) return [`${method} ${path} is not documented`];
      const { schema } = response.content['application/json'] as { schema: Json };
      return validate(toJsonSchema(schema) as object, body);
    },
  };
}

/** OpenAPI 3.0 says `nullable`, JSON Schema has a type `null`; references name the added document. */
function toJsonSchema(value: Json): Json {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (value === null || typeof value !== 'object') return value;
  const { nullable, ...rest } = value;
  const converted = Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [
      key,
      key === '$ref' ? String(each).replace(/^#/, 'stripe#') : toJsonSchema(each),
    ]),
  );
  return nullable === true ? { anyOf: [converted, { type: 'null' }] } : converted;
}
