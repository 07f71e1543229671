import { createTestDatabase } from '@cairn/testing/database.ts';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { loadCatalog } from '../sql-types/catalog.ts';
import { typesFile } from '../sql-types/types-file.ts';

const database = await createTestDatabase();
const client = new pg.Client({
  connectionString: database.urlOf('auth'),
  options: '-c search_path=auth',
});
await client.connect();
await client.query(
  `CREATE TABLE boxes (id bigint PRIMARY KEY, state text NOT NULL CHECK (state IN ('open', 'shut')),
     tags text[] NOT NULL, note jsonb);
   CREATE TABLE keys (box_id bigint NOT NULL, code bytea NOT NULL)`,
);
const catalog = await loadCatalog(client);
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function describeStatement(source: string) {
  const text = source.replaceAll(/"(\w+)[!?]"/g, '"$1"').replaceAll(/(\$\d+)\?/g, '$1');
  const statements = [{ name: 'test.statement', source, text }];
  const file = await typesFile({ client, catalog, folder: 'libs/test', statements });
  const body = /'test\.statement': (\{.*\});\n {2}\}/s.exec(file.text)?.[1] ?? '';
  return { types: body.replaceAll(/\s+/g, ' '), faults: file.faults };
}

it.each([
  ['SELECT id, tags, note FROM boxes', '[]; row: { id: string; tags: string[]; note: unknown }'],
  ['SELECT state FROM boxes WHERE id = $1', "[string | number]; row: { state: 'open' | 'shut' }"],
  ['UPDATE boxes SET note = $2? WHERE id = $1', '[string | number, string | null]; row: object'],
  ['SELECT code FROM boxes LEFT JOIN keys ON box_id = id', '[]; row: { code: Buffer | null }'],
  [
    'WITH k AS (SELECT * FROM keys) SELECT code FROM boxes LEFT JOIN k ON box_id = id',
    '[]; row: { code: Buffer | null }',
  ],
  [
    'SELECT count(*)::int AS n, max(state) AS state, coalesce(max(id), 0) AS last FROM boxes',
    '[]; row: { n: number; state: string | null; last: string }',
  ],
  [
    'SELECT EXISTS (SELECT FROM keys) AS "hasKeys", (SELECT code FROM keys) AS code',
    '[]; row: { hasKeys: boolean; code: Buffer | null }',
  ],
  [
    'DELETE FROM boxes RETURNING id AS "id?", state = $1 AS "isEqual!", upper(state) AS state',
    '[string]; row: { id: string | null; isEqual: boolean; state: string | null }',
  ],
])('types of %s', async (source, expected) => {
  const { types, faults } = await describeStatement(source);
  expect(faults).toEqual([]);
  expect(types).toBe(`{ params: readonly ${expected} }`);
});

it.each([
  ['SELECT colour FROM boxes', 'column "colour" does not exist'],
  ['SELECT id FROM boxes WHERE state = $1::integer', 'operator does not exist'],
  ['SELECT point(1, 2) AS place', 'no TypeScript type is defined for point'],
])('reports the error of %s', async (source, message) => {
  const { faults } = await describeStatement(source);
  expect(faults).toEqual([expect.stringContaining(message)]);
  expect(faults[0]).toContain('test.statement');
});
