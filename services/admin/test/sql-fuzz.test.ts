import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkStatement } from '../src/sql/sql-check.ts';
import { SqlRefusal } from '../src/sql/sql-refusal.ts';
import { SQL_TABLES } from '../src/sql/sql-tables.ts';
import { plantSecrets, type SqlHarness, startSqlHarness, stateOf } from './sql-harness.ts';

let harness: SqlHarness;

beforeAll(async () => {
  harness = await startSqlHarness();
  await plantSecrets(harness);
});
afterAll(() => harness.stop());

const table = fc.constantFrom(...SQL_TABLES.map(({ name }) => name));
const column = fc.constantFrom(
  ...new Set(SQL_TABLES.flatMap(({ columns }) => columns.map(({ name }) => name))),
);
const literal = fc.oneof(
  fc.constantFrom('NULL', 'true', 'false', '0', '-1', '1.5', "'%'", "''", "'{}'::jsonb", 'now()'),
  fc.string({ maxLength: 8 }).map((text) => `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`),
);
const operator = fc.constantFrom('=', '<>', '<', '>=', '+', '||', '~', 'LIKE', '->>', 'AND', 'OR');
const fn = fc.constantFrom(
  'lower',
  'length',
  'count',
  'max',
  'coalesce',
  'replace',
  'round',
  'abs',
);
const type = fc.constantFrom('text', 'integer', 'uuid', 'jsonb', 'timestamptz', 'boolean');

/** Statements from the grammar that the tool accepts; `leaf` adds what an expression ends in. */
function statements(leaf: fc.Arbitrary<string>, source: fc.Arbitrary<string>) {
  const { expression, select } = fc.letrec<{ expression: string; select: string }>((tie) => ({
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc
        .tuple(tie('expression'), operator, tie('expression'))
        .map(([a, o, b]) => `(${a} ${o} ${b})`),
      fc
        .tuple(fn, fc.array(tie('expression'), { minLength: 1, maxLength: 3 }))
        .map(([f, args]) => `${f}(${args.join(', ')})`),
      fc.tuple(tie('expression'), type).map(([value, t]) => `(${value})::${t}`),
      tie('expression').map((value) => `(${value} IS NOT NULL)`),
      tie('expression').map((value) => `(NOT ${value})`),
      fc
        .tuple(tie('expression'), tie('select'))
        .map(([value, query]) => `(${value} IN (${query}))`),
      fc
        .tuple(tie('expression'), tie('expression'))
        .map(([a, b]) => `CASE WHEN ${a} THEN ${b} END`),
      tie('select').map((query) => `(${query} LIMIT 1)`),
    ),
    select: fc
      .tuple(tie('expression'), source, fc.option(tie('expression')), fc.option(tie('expression')))
      .map(([value, from, where, order]) =>
        [
          `SELECT ${value} FROM ${from} AS t`,
          where === null ? '' : `WHERE ${where}`,
          order === null ? '' : `ORDER BY ${order}`,
        ].join(' '),
      ),
  }));
  const update = fc
    .tuple(source, column, expression, expression)
    .map(([name, set, value, where]) => `UPDATE ${name} SET ${set} = ${value} WHERE ${where}`);
  const withQuery = fc
    .tuple(select, select)
    .map(([inner, outer]) => `WITH q AS (${inner}) ${outer.replace(/FROM \w+/, 'FROM q')}`);
  return fc.oneof(select, withQuery, update);
}

const known = fc.oneof({ arbitrary: column, weight: 3 }, { arbitrary: literal, weight: 1 });
const secretColumn = fc.constantFrom(
  'password_hash',
  'token_hash',
  'sealed_code',
  'code_hmac',
  'tableoid',
);
const secretTable = fc.constantFrom(
  'auth.users',
  'link_tokens',
  'pg_authid',
  'catalog.clues',
  'pg_catalog.pg_class',
);

describe('a random statement', () => {
  it('P-6.1 P-7.6 returns rows, a preview or 400, and changes no data', async () => {
    const before = await stateOf(harness);
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(statements(known, table), async (query) => {
        const isAccepted = await checkStatement(query).then(
          () => true,
          (error: unknown) => {
            expect(error).toBeInstanceOf(SqlRefusal);
            return false;
          },
        );
        const { status, body } = await harness.run({ query, dryRun: true });
        expect({ query, isHandled: status === 200 || status === 400 }).toEqual({
          query,
          isHandled: true,
        });
        expect(JSON.stringify(body)).not.toContain('SECRET');
        if (isAccepted) accepted += 1;
        else expect(status).toBe(400);
      }),
      { numRuns: 150 },
    );
    expect(accepted).toBeGreaterThan(0);
    expect(await stateOf(harness)).toBe(before);
  }, 300_000);

  it('P-6.2 P-6.3 that names a secret column or a foreign table is refused by the parser', async () => {
    const hidden = fc.oneof(
      statements(secretColumn, table),
      statements(known, secretTable),
      statements(secretColumn, secretTable),
    );
    await fc.assert(
      fc.asyncProperty(hidden, async (query) => {
        await expect(checkStatement(query)).rejects.toBeInstanceOf(SqlRefusal);
      }),
      { numRuns: 500 },
    );
  });
});
