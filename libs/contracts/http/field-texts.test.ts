import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { describeIssue } from './field-texts.ts';
import { PUBLIC_ROUTES } from './routes.ts';

type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
};

/** Beginnings of zod's default texts. */
const LIBRARY_TEXT =
  /^(Invalid (?!reset link)|Too (small|big)|Unrecognized|Expected|Required)|expected .* received/;

const WRONG: unknown[] = [
  undefined,
  null,
  7,
  -7,
  1e300,
  0.001,
  true,
  '',
  'x'.repeat(200_000),
  '\n',
  {},
  [],
];

const routes = Object.values(PUBLIC_ROUTES)
  .flat()
  .flatMap((route) =>
    (['params', 'query', 'body'] as const).map((part) => ({
      name: `${route.method} ${route.path} ${part}`,
      schema: route[part],
      shape: z.toJSONSchema(route[part], { io: 'input', unrepresentable: 'any' }) as JsonSchema,
    })),
  )
  .filter(({ shape }) => Object.keys(shape.properties ?? {}).length > 0);

/** Every path to a field, including those in objects and lists. */
function listPaths(shape: JsonSchema, path: string[] = []): string[][] {
  const below = [
    ...Object.entries(shape.properties ?? {}).flatMap(([name, field]) =>
      listPaths(field, [...path, name]),
    ),
    ...(shape.items ? listPaths(shape.items, [...path, '0']) : []),
    ...(shape.anyOf ?? []).flatMap((option) => listPaths(option, path)),
  ];
  return path.length > 0 ? [path, ...below] : below;
}

/** A request with only `value` at `path`; a segment named 0 is an entry of a list. */
function wrap([first, ...rest]: string[], value: unknown): unknown {
  if (first === undefined) return value;
  const inner = wrap(rest, value);
  return first === '0' ? [inner] : { [first]: inner };
}

describe('texts of refused fields', () => {
  it.each(routes)('$name: no text of the schema library', ({ schema, shape }) => {
    const texts = listPaths(shape).flatMap((path) =>
      WRONG.flatMap((value) => {
        const parsed = schema.safeParse(wrap(path, value), { error: describeIssue });
        return parsed.success ? [] : parsed.error.issues.map(({ message }) => message);
      }),
    );
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => LIBRARY_TEXT.test(text) || text.length < 10)).toEqual([]);
  });

  it.each([
    [{}, 'Price is required'],
    [{ price: 'x' }, 'Price must be a number'],
    [{ price: -1 }, 'Price must be at least 0'],
    [{ price: 1, priceName: 'abc' }, 'Price name must have at most 2 characters'],
    [{ price: 1, list: [7] }, 'List must be text'],
    [{ price: 1, at: 'now' }, 'At must be a time in UTC, such as 2026-01-31T18:00:00Z'],
    [{ price: 1, status: 'gone' }, 'Status must be active or suspended'],
  ])('%j: %s', (value, text) => {
    const schema = z.object({
      price: z.number().min(0),
      priceName: z.string().max(2).optional(),
      list: z.array(z.string()).optional(),
      at: z.iso.datetime().optional(),
      status: z.enum(['active', 'suspended']).optional(),
    });
    const { error } = schema.safeParse(value, { error: describeIssue });
    expect(error?.issues[0]?.message).toBe(text);
  });
});
