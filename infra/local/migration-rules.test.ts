import { describe, expect, it } from 'vitest';
import { checkMigration, listCreatedTables } from './migration-rules.ts';

const context = {
  newTables: new Set(['fresh']),
  findUses: (word: string) => (word === 'used' ? ['v1:services/x/src/x.store.ts'] : []),
};
const check = (sql: string) =>
  checkMigration(
    { path: 'm.sql', sql: `-- Up Migration\n${sql}\n-- Down Migration\nDROP TABLE used` },
    context,
  );

describe('P-8.2 migrations since the last release only expand or contract', () => {
  it.each([
    ['CREATE INDEX a ON old (b)', 'an index on old without CONCURRENTLY'],
    ['ALTER TABLE old ADD COLUMN b text', 'AlterTableStmt without SET lock_timeout'],
    [
      'CREATE TRIGGER t AFTER INSERT ON old EXECUTE FUNCTION f()',
      'CreateTrigStmt without SET lock_timeout',
    ],
    ['DROP INDEX a', 'DropStmt without SET lock_timeout'],
    [
      "SET lock_timeout = '2s'; ALTER TABLE old ADD COLUMN b text NOT NULL",
      'a column without DEFAULT that is NOT NULL: b',
    ],
    [
      "SET lock_timeout = '2s'; ALTER TABLE old ADD CONSTRAINT c CHECK (b > 0)",
      'a constraint without NOT VALID',
    ],
    [
      "SET lock_timeout = '2s'; ALTER TABLE old ALTER COLUMN b TYPE bigint",
      'another type of the column b',
    ],
    [
      "SET lock_timeout = '2s'; ALTER TABLE old DROP COLUMN used",
      'removes used, which the last release uses in v1:services/x/src/x.store.ts',
    ],
    [
      "SET lock_timeout = '2s'; ALTER TABLE old RENAME COLUMN used TO other",
      'removes used, which the last release uses in v1:services/x/src/x.store.ts',
    ],
    [
      "SET lock_timeout = '2s'; DROP TABLE used",
      'removes used, which the last release uses in v1:services/x/src/x.store.ts',
    ],
    [
      "SET lock_timeout = '2s'; DROP FUNCTION used",
      'removes used, which the last release uses in v1:services/x/src/x.store.ts',
    ],
  ])('P-8.2 refuses %s', async (sql, fault) => {
    expect(await check(sql)).toEqual([`m.sql: ${fault}`]);
  });

  it.each([
    'CREATE TABLE fresh (id int); CREATE INDEX a ON fresh (id); ALTER TABLE fresh ADD COLUMN b int',
    'CREATE INDEX CONCURRENTLY a ON old (b)',
    'DROP INDEX CONCURRENTLY a',
    "SET lock_timeout = '2s'; ALTER TABLE old ADD COLUMN b text NOT NULL DEFAULT ''",
    "SET lock_timeout = '2s'; ALTER TABLE old ADD CONSTRAINT c CHECK (b > 0) NOT VALID",
    "SET lock_timeout = '2s'; ALTER TABLE old DROP COLUMN unused",
    'INSERT INTO old VALUES (1)',
  ])('accepts %s', async (sql) => {
    expect(await check(sql)).toEqual([]);
  });

  it('finds the tables that a migration creates', async () => {
    const sql = '-- Up Migration\nCREATE TABLE a (); CREATE TABLE b.c ();\n-- Down Migration\n';
    expect(await listCreatedTables({ path: 'm.sql', sql })).toEqual(['a', 'c']);
  });
});
