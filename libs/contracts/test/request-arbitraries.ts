import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { openApiDocument } from '../http/openapi.ts';
import type { AnyRoute } from '../http/route.ts';

/** Keywords of JSON Schema that the OpenAPI document uses for requests. */
export type JsonSchema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
};

/** Longer than any limit of the contract: what a schema without `maxLength` allows. */
const NO_LIMIT = 100_000;

type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema };
type Operation = {
  parameters: Parameter[];
  requestBody?: { content: { 'application/json'?: { schema: JsonSchema } } };
};

const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> };

export type RequestSchemas = { params: JsonSchema; query: JsonSchema; body: JsonSchema };

/** The schemas of a public route's request: `/api/hunts/{handle}/claim` and `POST`. */
export function requestSchemas(path: string, method: string): RequestSchemas {
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  const place = (where: Parameter['in']): JsonSchema => {
    const fields = operation.parameters.filter((parameter) => parameter.in === where);
    return {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      required: fields.filter(({ required }) => required).map(({ name }) => name),
    };
  };
  return {
    params: place('path'),
    query: place('query'),
    body: operation.requestBody?.content['application/json']?.schema ?? { type: 'object' },
  };
}

/** The schemas of a request that the OpenAPI document does not contain. */
export function internalSchemas({ params, query, body }: AnyRoute): RequestSchemas {
  const toSchema = (schema: z.ZodType) =>
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return { params: toSchema(params), query: toSchema(query), body: toSchema(body) };
}

/** Values that the schema allows, including its limits. */
export function arbitraryOf(schema: JsonSchema): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  switch (schema.type) {
    case 'string':
      return stringOf(schema);
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, (schema.minItems ?? 0) + 5),
      });
    case 'object':
      return objectOf(schema);
    case undefined:
      return fc.jsonValue({ maxDepth: 2 });
    default:
      throw new Error(`no values for ${JSON.stringify(schema)}`);
  }
}

function objectOf({ properties = {}, required = [] }: JsonSchema): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, field]) => [name, arbitraryOf(field)]);
  return fc.record<Record<string, unknown>, string>(Object.fromEntries(fields), {
    requiredKeys: required,
  });
}

function numberOf(schema: JsonSchema): Arbitrary<number> {
  const step = schema.type === 'integer' ? 1 : (schema.multipleOf ?? 1e-6);
  const least = schema.minimum ?? (schema.exclusiveMinimum ?? -1e9) + step;
  const most = schema.maximum ?? (schema.exclusiveMaximum ?? 1e9) - step;
  const inSteps = fc.integer({
    min: Math.max(Number.MIN_SAFE_INTEGER, Math.ceil(least / step)),
    max: Math.min(Number.MAX_SAFE_INTEGER, Math.floor(most / step)),
  });
  const decimals = Math.max(0, Math.round(-Math.log10(step)));
  return fc.oneof(
    fc.constantFrom(least, most),
    inSteps.map((count) => Number((count * step).toFixed(decimals))),
  );
}

const DAYS = { noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') };

function stringOf(schema: JsonSchema): Arbitrary<string> {
  const { format, minLength = 0, maxLength = NO_LIMIT } = schema;
  if (format === 'date-time') return fc.date(DAYS).map((at) => at.toISOString());
  if (format === 'date') return fc.date(DAYS).map((at) => at.toISOString().slice(0, 10));
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) =>
    pattern === undefined ? [] : [new RegExp(pattern, 'u')],
  );
  const isFitting = (text: string) =>
    text.length >= minLength &&
    text.length <= maxLength &&
    patterns.every((pattern) => pattern.test(text));
  if (format === 'email') return fc.emailAddress().filter(isFitting);
  const longest = [...'aZ0-x.'].map((letter) => letter.repeat(maxLength)).filter(isFitting);
  const texts = textsOf(patterns[0], minLength, maxLength).filter(isFitting);
  return longest.length > 0 ? fc.oneof(texts, fc.constantFrom(...longest)) : texts;
}

function textsOf(
  pattern: RegExp | undefined,
  minLength: number,
  maxLength: number,
): Arbitrary<string> {
  const plain = fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 200) });
  if (!pattern) return plain;
  try {
    return fc.stringMatching(pattern);
  } catch {
    // fast-check lacks some constructs, such as \p{…}.
    return plain;
  }
}
