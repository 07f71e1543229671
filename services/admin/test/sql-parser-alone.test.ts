import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkStatement } from '../src/sql/sql-check.ts';
import { FUNCTIONS, ROW_FUNCTIONS } from '../src/sql/sql-grammar.ts';
import { SqlRefusal } from '../src/sql/sql-refusal.ts';
import { SQL_TABLES } from '../src/sql/sql-tables.ts';
import { FORBIDDEN } from './forbidden-statements.ts';
import { TOO_LARGE } from './large-statements.ts';
import { plantSecrets, type SqlHarness, startSqlHarness, stateOf } from './sql-harness.ts';
import { WITH_CONDITION, WITHOUT_CONDITION } from './update-conditions.ts';

let harness: SqlHarness;
let before: string;

beforeAll(async () => {
  harness = await startSqlHarness({ isAllPowerful: true });
  await plantSecrets(harness);
  before = await stateOf(harness);
});
afterAll(() => harness.stop());

describe('P-6.1 P-6.2 with roles that may do everything, the parser', () => {
  it('accepts allowed statements', async () => {
    expect((await harness.run({ query: 'SELECT email FROM users' })).status).toBe(200);
  });

  it.each(FORBIDDEN)('refuses $sql', async ({ sql }) => {
    for (const query of [sql, `/* x */ ${sql.toUpperCase().includes('$$') ? sql : `\n${sql};`}`]) {
      // Refused by the parser, before the database could refuse it.
      await expect(checkStatement(query)).rejects.toBeInstanceOf(SqlRefusal);
      const { status, body } = await harness.run({ query });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).not.toContain('SECRET');
    }
    expect((await harness.run({ query: sql, dryRun: true })).status).toBe(400);
  });

  it.each(WITHOUT_CONDITION)('P-6.3 refuses an UPDATE %s', async (where) => {
    const query = `UPDATE users SET first_name = 'x' ${where}`;
    const { status, body } = await harness.run({ query });
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/WHERE/) },
    });
  });

  it.each(WITH_CONDITION)('P-6.3 accepts an UPDATE %s', async (where) => {
    const checked = await checkStatement(`UPDATE users SET first_name = 'x' ${where}`);
    expect(checked).toMatchObject({ kind: 'update', columns: ['first_name'] });
  });

  it.each(TOO_LARGE.map((sql) => [sql.slice(0, 80), sql]))(
    'P-6.4 rejects a statement that could use much memory: %s',
    async (_, query) => {
      await expect(checkStatement(query)).rejects.toBeInstanceOf(SqlRefusal);
      expect((await harness.run({ query })).status).toBe(400);
    },
  );

  it.each(
    SQL_TABLES.flatMap(({ name, key, columns }) =>
      columns.map((column) => ({ ...column, table: name, key: key[0] ?? '' })),
    ),
  )(
    'P-6.3 UPDATE of $table.$name: accepted is $updatable',
    async ({ table, name, key, updatable }) => {
      const checked = checkStatement(`UPDATE ${table} SET ${name} = NULL WHERE ${key} = 'x'`);
      if (updatable) expect(await checked).toMatchObject({ kind: 'update', columns: [name] });
      else await expect(checked).rejects.toThrow(`${table}.${name} cannot be changed here.`);
    },
  );

  it.each(["jsonb_set(search_area, '{caption}', '\"x\"')", 'search_area || \'{"caption": "x"}\''])(
    'lets through a caption: %s',
    async (value) => {
      const query = `UPDATE hunts SET search_area = ${value} WHERE handle = 'x'`;
      expect(await checkStatement(query)).toMatchObject({ columns: ['search_area'] });
    },
  );

  it.each([
    ['nested queries', `SELECT ${'(SELECT '.repeat(2_000)}1${')'.repeat(2_000)}`],
    ['a long sum', `SELECT ${'1+'.repeat(9_000)}1`],
    ['many NOTs', `SELECT ${'NOT '.repeat(4_000)}true`],
    ['a text that does not end', "SELECT 'abc"],
    ['nothing but a comment', '-- SELECT 1'],
    ['a NUL', 'SELECT 1 \u0000'],
  ])('outlives %s', async (_, query) => {
    for (let times = 0; times < 2; times++) expect((await harness.run({ query })).status).toBe(400);
    expect((await harness.run({ query: 'SELECT 1 AS one' })).body).toMatchObject({ rowCount: 1 });
  });

  it('P-6.2 knows every function that can be called in column notation', async () => {
    const { rows } = await harness.superuser.query<{ name: string }>(
      `SELECT DISTINCT proname AS name FROM pg_catalog.pg_proc
       WHERE pronargs >= 1 AND pronargs - pronargdefaults <= 1 AND proargtypes[0] IN
         (SELECT oid FROM pg_catalog.pg_type WHERE typname IN ('record', 'any', 'anyelement',
            'anycompatible', 'anynonarray', 'anycompatiblenonarray'))`,
    );
    expect(rows.length).toBeGreaterThan(20);
    const unknown = rows.filter(({ name }) => !FUNCTIONS.has(name) && !ROW_FUNCTIONS.has(name));
    expect(unknown).toEqual([]);
  });

  it(`has prevented every change by ${FORBIDDEN.length + WITHOUT_CONDITION.length} statements`, async () => {
    expect(await stateOf(harness)).toBe(before);
    expect(FORBIDDEN.length).toBeGreaterThan(100);
  });
});
