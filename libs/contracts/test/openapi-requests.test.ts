import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PUBLIC_ROUTES } from '../http/routes.ts';
import { arbitraryOf, requestSchemas } from './request-arbitraries.ts';

const routes = Object.values(PUBLIC_ROUTES)
  .flat()
  .map((route) => {
    const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    return { name: `${route.method} ${path}`, route, path };
  });

describe('requests that the OpenAPI document allows', () => {
  it.each(routes)('$name: validation accepts them', ({ route, path }) => {
    for (const [part, schema] of Object.entries(requestSchemas(path, route.method))) {
      fc.assert(
        fc.property(arbitraryOf(schema), (value) => {
          const { error } = route[part as 'params' | 'query' | 'body'].safeParse(value);
          expect(error?.issues ?? []).toEqual([]);
        }),
        { numRuns: 60 },
      );
    }
  });
});
