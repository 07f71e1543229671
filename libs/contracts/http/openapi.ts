import { z } from 'zod';
import { errorBody } from './errors.ts';
import type { AnyRoute } from './route.ts';
import { PUBLIC_ROUTES } from './routes.ts';

/** The public contract as an OpenAPI 3.1 document, made from the same schemas that servers parse with. */
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
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function operation(route: AnyRoute, tag: string): Record<string, unknown> {
  return {
    tags: [tag],
    summary: route.summary,
    ...(route.access === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(hasFields(route.body)
      ? { requestBody: { required: true, content: json(route.body, 'input') } }
      : {}),
    responses: {
      [route.status]: { description: 'Success', content: json(route.answer, 'output') },
      default: { description: 'Refused', content: json(errorBody, 'output') },
    },
  };
}

function parameters(schema: z.ZodType, place: 'path' | 'query'): unknown[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.entries(properties).map(([name, fieldSchema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: fieldSchema,
  }));
}

function json(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return { 'application/json': { schema: z.toJSONSchema(schema, { io, unrepresentable: 'any' }) } };
}

function hasFields(schema: z.ZodType): boolean {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties).length > 0;
}
