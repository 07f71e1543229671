import { z } from 'zod';
import { type AnyRoute, errorBody } from './route.ts';
import { PUBLIC_ROUTES } from './routes.ts';

/** The public contract as an OpenAPI 3.1 document, generated from the schemas that servers parse with. */
export function openApiDocument(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [tag, routes] of Object.entries(PUBLIC_ROUTES)) {
    for (const route of routes) {
      const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, tag) };
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cairn', version: '1' },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(route: AnyRoute, tag: string): Record<string, unknown> {
  return {
    tags: [tag],
    summary: route.summary,
    ...(route.access === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.access === 'admin' && route.method !== 'GET' ? [IDEMPOTENCY_KEY] : []),
      ...(route.ifMatch ? [IF_MATCH] : []),
    ],
    ...requestBody(route),
    responses: responses(route),
  };
}

/** Required only if the answer holds a generated code. */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
};

/** The `version` of the resource that the edit began with. */
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  schema: { type: 'string', pattern: '^(\\*|"?[0-9]{1,9}"?)$' },
};

function requestBody({ body, upload }: AnyRoute): Record<string, unknown> {
  if (upload) {
    const file = { type: 'string', format: 'binary' };
    const schema = { type: 'object', properties: { [upload]: file }, required: [upload] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } };
  }
  if (!hasFields(body)) return {};
  const content = { 'application/json': { schema: schemaOf(body, 'input') } };
  return { requestBody: { required: true, content } };
}

function responses(route: AnyRoute): Record<string, unknown> {
  const answer = { [route.answerType]: { schema: schemaOf(route.answer, 'output') } };
  const schema =
    route.refusal === errorBody
      ? { $ref: '#/components/schemas/Error' }
      : schemaOf(route.refusal, 'output');
  const refusal = { 'application/json': { schema } };
  return {
    ...(route.method === 'GET' ? { 304: { description: 'Not modified' } } : {}),
    ...Object.fromEntries(
      [route.status, ...route.otherStatuses].map((status) => [
        status,
        { description: 'Success', content: answer },
      ]),
    ),
    ...Object.fromEntries(
      refusalStatuses(route).map((status) => [
        status,
        { description: REFUSALS[status], content: refusal },
      ]),
    ),
    default: { description: 'Refused', content: refusal },
  };
}

const REFUSALS = {
  400: 'Malformed or invalid',
  401: 'No token, or one that is invalid, expired or revoked; at login a wrong password',
  402: 'Not paid',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflicts with the current state',
  413: 'Too large',
  415: 'Not UTF-8 JSON',
  421: 'A host that is not served here',
  422: 'Understood, and wrong',
  429: 'Limited, with Retry-After in seconds',
  431: 'Headers too large',
  502: 'An upstream is down',
  503: 'Not possible for a moment',
  504: 'An upstream is slow',
} as const;

type Refusal = keyof typeof REFUSALS;

function refusalStatuses(route: AnyRoute): Refusal[] {
  const { access, method, params, body, upload, otherRefusals } = route;
  const hasBody = upload !== null || hasFields(body);
  const isGuarded = access !== 'anyone';
  const mayAnswer: [Refusal, boolean][] = [
    // Any route refuses a query or a header that cannot be read.
    [400, true],
    [401, isGuarded],
    [403, isGuarded || method !== 'GET'],
    [404, hasFields(params)],
    [409, method !== 'GET'],
    // Any request may have a body, and the gateway reads it.
    [413, true],
    [415, true],
    [422, hasBody],
    [421, true],
    [429, true],
    [431, true],
    [502, true],
    [503, true],
    [504, true],
  ];
  return [...otherRefusals, ...mayAnswer.flatMap(([status, may]) => (may ? [status] : []))];
}

function parameters(schema: z.ZodType, place: 'path' | 'query'): unknown[] {
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, fieldSchema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: fieldSchema,
  }));
}

/** Objects in answers allow further fields, since a later release may add some. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
}

function hasFields(schema: z.ZodType): boolean {
  return Object.keys(schemaOf(schema, 'input').properties ?? {}).length > 0;
}
