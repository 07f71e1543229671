import { randomUUID } from 'node:crypto';
import { staffActed } from '@cairn/contracts/events/staff.ts';
import { listSqlTables } from '@cairn/contracts/http/staff-sql.ts';
import { deliver, drainOutbox } from '@cairn/testing/drain.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findTable } from '../src/sql/sql-tables.ts';
import { type SqlHarness, startSqlHarness } from './sql-harness.ts';

const adminId = randomUUID();
const token = tokenFor({ userId: adminId, isAdmin: true });
const UPDATED = {
  query: 'UPDATE users SET first_name = ? WHERE id = ?',
  table: 'users',
  columns: ['first_name'],
  rowCount: 1,
};

let harness: SqlHarness;
let userId: string;

beforeAll(async () => {
  harness = await startSqlHarness();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  userId = randomUUID();
  await harness.auth.query('DELETE FROM users');
  await harness.addUser(userId, 'ada@example.com', 'Ada');
});

describe('P-6.5 the log', () => {
  it('contains every run, shown, changed, previewed or refused, without values', async () => {
    const update = "UPDATE users SET first_name = 'Grace' WHERE id = 'ID'".replace('ID', userId);
    const select =
      "SELECT email /* of ada@example.com */ FROM users WHERE email = 'ada@example.com'";
    await harness.run({ query: select }, adminId);
    await harness.run({ query: update, dryRun: true }, adminId);
    await harness.run({ query: update }, adminId);
    await harness.run({ query: update, expectRowCount: 7 }, adminId);
    await harness.run({ query: 'SELECT password_hash FROM auth.users -- for Ada' }, adminId);
    await harness.run({ query: 'SELECT 1 / 0' }, adminId);
    await harness.run({ query: "SELECT 'ada@example.com" }, adminId);
    const events = await drainOutbox(harness.service.pool, harness.service.bus);
    const acts = events.map(({ data }) => staffActed.schema.parse(data));
    expect(acts.map(({ action, after }) => [action, after])).toEqual([
      [
        'sql_select',
        { query: 'SELECT email FROM users WHERE email = ?', outcome: 'shown', rowCount: 1 },
      ],
      ['sql_update', { ...UPDATED, outcome: 'previewed' }],
      ['sql_update', { ...UPDATED, outcome: 'changed', ids: [userId] }],
      [
        'sql_update',
        { query: UPDATED.query, outcome: 'refused', cause: 'row_count', sqlState: null },
      ],
      [
        'sql_refused',
        {
          query: 'SELECT password_hash FROM auth . users',
          outcome: 'refused',
          cause: 'column',
          sqlState: null,
        },
      ],
      [
        'sql_select',
        { query: 'SELECT ? / ?', outcome: 'refused', cause: 'database', sqlState: '22012' },
      ],
      ['sql_refused', { query: null, outcome: 'refused', cause: 'syntax', sqlState: null }],
    ]);
    expect(acts.every((act) => act.adminId === adminId && act.subjectType === 'sql')).toBe(true);
    expect(JSON.stringify(acts)).not.toMatch(/ada@|Grace|Ada/);
    for (const event of events) await deliver(harness.service.bus, event);
    expect(await harness.service.activitiesOf(adminId)).toHaveLength(7);
  });

  it('P-4.6 contains no personal name, in any script and position', async () => {
    const query = `SELECT Иван, "Мария" AS 李雷, 'Ольга' FROM users WHERE Zoë = é`;
    await harness.run({ query }, adminId);
    const events = await drainOutbox(harness.service.pool, harness.service.bus);
    expect(staffActed.schema.parse(events.at(-1)?.data).after).toMatchObject({
      query: 'SELECT ? , ? AS ? , ? FROM users WHERE ? = ?',
    });
  });

  it('is written before a result is returned or committed', async () => {
    await harness.service.pool.query('ALTER TABLE outbox RENAME TO outbox_away');
    try {
      expect((await harness.run({ query: 'SELECT email FROM users' })).status).toBe(500);
      const query = `UPDATE users SET first_name = 'Unlogged' WHERE id = '${userId}'`;
      expect((await harness.run({ query })).status).toBe(500);
    } finally {
      await harness.service.pool.query('ALTER TABLE outbox_away RENAME TO outbox');
    }
    expect(await harness.nameOf(userId)).toBe('Ada');
  });

  it('can be read but not changed with the tool', async () => {
    expect((await harness.run({ query: 'SELECT action FROM activities' })).status).toBe(200);
    const query = "UPDATE activities SET action = 'nothing' WHERE action = 'sql_refused'";
    expect(await harness.run({ query })).toMatchObject({
      status: 400,
      body: {
        error: 'activities.action cannot be changed here. The activity log is append-only.',
      },
    });
  });
});

describe('the list of tables', () => {
  it('matches the views and the privileges of the roles', async () => {
    const { body } = await harness.service.call('/api/admin/sql/tables', { token });
    const { tables } = listSqlTables.answer.parse(body);
    const listed = tables.flatMap((table) =>
      table.columns.map(({ reason: _, ...column }) => ({ table: table.name, ...column })),
    );
    const { rows } = await harness.superuser.query(
      `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, null) AS type,
         has_column_privilege('cairn_sql_updater', c.oid, a.attnum, 'UPDATE') AS updatable
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE c.relnamespace = 'backoffice'::regnamespace AND a.attnum > 0
         AND has_column_privilege('cairn_sql_reader', c.oid, a.attnum, 'SELECT')
         AND NOT has_column_privilege('cairn_sql_reader', c.oid, a.attnum, 'UPDATE, INSERT')`,
    );
    const shape = (row: Record<string, unknown>) => ({
      ...row,
      type: String(row['type']).replace('timestamp with time zone', 'timestamptz'),
    });
    const sorted = (all: object[]) => all.map((each) => JSON.stringify(each)).sort();
    expect(sorted(listed)).toEqual(sorted(rows.map(shape)));
  });

  it('P-6.3 gives a reason for each column that an UPDATE cannot set, and for no other', async () => {
    const { body } = await harness.service.call('/api/admin/sql/tables', { token });
    for (const { name, columns } of listSqlTables.answer.parse(body).tables) {
      for (const { name: column, updatable, reason } of columns)
        expect({ name, column, hasReason: !!reason }).toEqual({
          name,
          column,
          hasReason: !updatable,
        });
    }
  });

  it('P-6.3 knows which columns of a WHERE are never null', async () => {
    for (const [schema, name] of [
      ['auth', 'users'],
      ['catalog', 'hunts'],
      ['catalog', 'clues'],
      ['notification', 'alert_preferences'],
    ]) {
      const { rows } = await harness.superuser.query(
        `SELECT t.attname AS name FROM pg_attribute t
           JOIN pg_attribute v ON v.attname = t.attname
         WHERE t.attrelid = '${schema}.${name}'::regclass AND t.attnotnull AND t.attnum > 0
           AND v.attrelid = 'backoffice.${name}'::regclass`,
      );
      // The view hides the texts of unreleased clues.
      const hidden = name === 'clues' ? ['title', 'body_html'] : [];
      const names = rows.map((row) => row.name).filter((column) => !hidden.includes(column));
      expect(findTable(name ?? '')?.required.toSorted()).toEqual(names.toSorted());
    }
  });

  it('and the tool are limited to admins', async () => {
    const player = tokenFor({ userId: randomUUID() });
    for (const options of [{}, { json: { query: 'SELECT 1' } }]) {
      const path = options.json ? '/api/admin/sql' : '/api/admin/sql/tables';
      expect((await harness.service.call(path, options)).status).toBe(401);
      expect((await harness.service.call(path, { ...options, token: player })).status).toBe(403);
    }
    const long = { json: { query: `SELECT 1 -- ${'x'.repeat(20_000)}` }, token };
    expect((await harness.service.call('/api/admin/sql', long)).body).toMatchObject({
      error: 'A query may have 20,000 characters at most',
    });
    for (const json of [{}, { query: '  ' }, { query: 7 }, { query: 'x'.repeat(20_001) }])
      expect((await harness.service.call('/api/admin/sql', { token, json })).status).toBe(400);
  });
});
