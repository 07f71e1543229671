import { describe, expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { PUBLIC_ROUTES } from './routes.ts';

type Operation = {
  operationId?: string;
  security?: unknown;
  parameters: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: { 'application/json': { schema: { properties: object } } } };
  responses: Record<string, { description: string; content: object }>;
};

const document = openApiDocument() as {
  openapi: string;
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, unknown> };
};
const routes = Object.values(PUBLIC_ROUTES).flat();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('OpenAPI document', () => {
  it('is a valid 3.1 document that round-trips through JSON', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(document.info.title).toBeTruthy();
    expect(document.info.version).toBeTruthy();
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  it('contains every public route once, and no internal one', () => {
    expect(operations.map(({ path, method }) => `${method} ${path}`).sort()).toEqual(
      routes
        .map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`)
        .sort(),
    );
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/internal'))).toEqual([]);
  });

  it.each(operations)('describes $method $path', ({ path, operation }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name)).toEqual(inPath);
    expect(declared.every(({ required }) => required)).toBe(true);
    const statuses = Object.keys(operation.responses);
    expect(statuses).toEqual(expect.arrayContaining(['429', '503', 'default']));
    expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
    expect(operation.responses).toHaveProperty('default.content.application/json.schema');
  });

  it('requires a bearer token on exactly the routes that need one', () => {
    const guarded = operations.filter(({ operation }) => operation.security !== undefined);
    expect(guarded).toHaveLength(routes.filter(({ access }) => access !== 'anyone').length);
    for (const { operation } of guarded) expect(operation.security).toEqual([{ bearer: [] }]);
    expect(document.components.securitySchemes).toHaveProperty('bearer');
  });

  it('describes the refusals of a stash code with their own field', () => {
    const { responses } = document.paths['/api/porter-stash-code/verify']?.['post'] ?? {};
    for (const status of ['400', '422', '429']) {
      expect(responses?.[status]?.content).toMatchObject({
        'application/json': { schema: { properties: { success: { const: false } } } },
      });
    }
  });

  it('has no dangling references', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((m) => m[1]);
    expect(refs.filter((ref) => !ref?.startsWith('#/'))).toEqual([]);
  });
});
