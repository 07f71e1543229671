import { randomUUID } from 'node:crypto';
import { userUpdated } from '@cairn/contracts/events/users.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SqlHarness, startSqlHarness } from './sql-harness.ts';

const HUNT = randomUUID();

let harness: SqlHarness;
let userId: string;

beforeAll(async () => {
  harness = await startSqlHarness();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  userId = randomUUID();
  await harness.auth.query('DELETE FROM users');
  await harness.auth.query('DELETE FROM outbox');
  await harness.addUser(userId, 'ada@example.com', 'Ada');
});

describe('a SELECT', () => {
  it('returns joined and aggregated rows of several tables', async () => {
    const query = `WITH people AS (SELECT id, lower(email) AS address FROM users)
      SELECT address, count(p.id) AS bought FROM people LEFT JOIN purchases p ON p.user_id = people.id::text
      WHERE address LIKE 'ada%' GROUP BY address ORDER BY 2 DESC LIMIT 5;`;
    expect(await harness.run({ query })).toEqual({
      status: 200,
      body: { rows: [{ address: 'ada@example.com', bought: '0' }], rowCount: 1, truncated: false },
    });
  });

  it('distinguishes two columns of the same name, and returns an empty result', async () => {
    const { body } = await harness.run({ query: "SELECT 1 AS a, 2 AS a, 'x' AS a" });
    expect(body).toMatchObject({ rows: [{ a: 1, a_2: 2, a_3: 'x' }] });
    const taken = await harness.run({ query: 'SELECT 1 AS a, 2 AS a, 3 AS a_2' });
    expect(taken.body).toMatchObject({ rows: [{ a: 1, a_2: 2, a_2_2: 3 }] });
    const none = await harness.run({ query: 'SELECT id FROM users WHERE false -- none' });
    expect(none.body).toEqual({ rows: [], rowCount: 0, truncated: false });
  });

  it('returns values unchanged, also those without a JSON representation', async () => {
    const query = `SELECT '2026-01-31'::date AS day, '2026-01-31 10:00:00.5'::timestamp AS local,
      '2026-01-31 10:00:00.5+02'::timestamptz AS moment, 'infinity'::timestamptz AS never,
      'NaN'::float8 AS nan, '-Infinity'::float8 AS low, 0.5::float8 AS half,
      '1 day 02:00'::interval AS span, 9007199254740993 AS big, NULL::text AS nothing`;
    expect(await harness.run({ query })).toMatchObject({
      body: {
        rows: [
          {
            day: '2026-01-31',
            local: '2026-01-31 10:00:00.5',
            moment: '2026-01-31T08:00:00.500Z',
            never: 'infinity',
            nan: 'NaN',
            low: '-Infinity',
            half: 0.5,
            span: '1 day 02:00:00',
            big: '9007199254740993',
            nothing: null,
          },
        ],
      },
    });
  });

  it('P-6.4 returns 1,000 rows and reports that there are more', async () => {
    const ten = '(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))';
    const many = (rest: string) =>
      `SELECT a.n FROM ${ten} AS a (n), ${ten} AS b, ${ten} AS c ${rest}`;
    const exact = (await harness.run({ query: many('') })).body as { rows: unknown[] };
    expect(exact).toMatchObject({ rowCount: 1_000, truncated: false });
    const more = (await harness.run({ query: many(`, ${ten} AS d`) })).body as { rows: unknown[] };
    expect(more).toMatchObject({ rowCount: 1_000, truncated: true });
    expect(more.rows).toHaveLength(1_000);
  });

  it('P-6.4 returns at most 5 MB, also when one row is larger', async () => {
    // 11 doublings of 1,024 characters make 2 MB.
    const doubled = (times: number, selected = 't') =>
      `WITH ${Array.from({ length: times + 1 }, (_, index) =>
        index === 0
          ? `s0 AS (SELECT '${'x'.repeat(1_024)}'::text AS t)`
          : `s${index} AS (SELECT t || t AS t FROM s${index - 1})`,
      ).join(', ')} SELECT ${selected} FROM s${times}`;
    expect((await harness.run({ query: doubled(11, 't, t, t, t') })).body).toEqual({
      rows: [],
      rowCount: 0,
      truncated: true,
    });
    const rows = `${doubled(10)}, (VALUES (1), (2), (3), (4), (5), (6), (7), (8)) AS eight`;
    const { body } = await harness.run({ query: rows });
    expect(body).toMatchObject({ truncated: true });
    const shown = (body as { rowCount: number }).rowCount;
    expect(shown).toBeGreaterThan(1);
    expect(shown).toBeLessThan(5);
    expect((await harness.run({ query: doubled(11) })).body).toMatchObject({ rowCount: 1 });
  });

  it('P-6.4 is stopped after 5 s and does not affect other requests', async () => {
    const ten = '(VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))';
    const runaway = `SELECT count(*) FROM ${Array.from({ length: 12 }, (_, n) => `${ten} AS t${n}`).join(', ')}`;
    const startedAt = performance.now();
    const running = [1, 2, 3].map(() => harness.run({ query: runaway }));
    // The service's main pool is not affected.
    expect(
      (
        await harness.service.call('/api/admin/sql/tables', {
          token: tokenFor({ userId, isAdmin: true }),
        })
      ).status,
    ).toBe(200);
    expect((await harness.service.pool.query('SELECT 1')).rowCount).toBe(1);
    for (const { status, body } of await Promise.all(running)) {
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: 'This took longer than 5 seconds and was stopped.' });
    }
    // Sequentially they would take 15 s.
    expect(performance.now() - startedAt).toBeLessThan(14_000);
    expect((await harness.run({ query: 'SELECT 1 AS one' })).body).toMatchObject({
      rows: [{ one: 1 }],
    });
    // A backend that is canceled may end after the answer.
    await expect.poll(countActiveStatements).toBe(0);
  });

  it('P-6.4 runs one statement at a time for each admin and returns 429 for a second one', async () => {
    const adminId = randomUUID();
    const token = tokenFor({ userId: adminId, isAdmin: true });
    const lock = await harness.service.pool.connect();
    await lock.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`admin:sql:${adminId}`]);
    const json = { query: 'SELECT 1 AS one' };
    const busy = await harness.service.call('/api/admin/sql', { token, json });
    expect(busy).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining('running') },
    });
    expect(busy.headers.get('retry-after')).toBe('5');
    expect((await harness.run(json)).status).toBe(200);
    const waiting = harness.run(json, adminId);
    await lock.query('SELECT pg_advisory_unlock_all()');
    lock.release();
    expect((await waiting).status).toBe(200);
    // Each releases the lock, also after an error.
    expect((await harness.run({ query: 'SELECT 1 / 0' }, adminId)).status).toBe(400);
    const [first, second] = await Promise.all([
      harness.run(json, adminId),
      harness.run(json, adminId),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
  });

  it('returns the message of a database error', async () => {
    expect(await harness.run({ query: 'SELECT 1 / 0' })).toMatchObject({
      status: 400,
      body: { error: 'division by zero' },
    });
    expect(await harness.run({ query: 'SELECT FROM WHERE' })).toMatchObject({
      status: 400,
      body: { error: 'syntax error at or near "WHERE"' },
    });
  });
});

describe('an UPDATE', () => {
  const rename = `UPDATE users SET last_name = 'Lovelace' WHERE email = 'ada@example.com'; `;

  it('is previewed with rows before and after, and rolled back', async () => {
    const { status, body } = await harness.run({ query: rename, dryRun: true });
    expect(status).toBe(200);
    expect(body).toEqual({
      rowCount: 1,
      before: [expect.objectContaining({ id: userId, first_name: 'Ada', last_name: null })],
      after: [expect.objectContaining({ id: userId, first_name: 'Ada', last_name: 'Lovelace' })],
      isEveryRow: true,
    });
    expect(await harness.nameOf(userId)).toBe('Ada');
    expect(await drainOutbox(harness.auth, harness.service.bus)).toEqual([]);
  });

  it('P-6.3 preview reports a WHERE that matches every row by data', async () => {
    await harness.addUser(randomUUID(), 'alan@example.com', 'Alan');
    for (const [where, rowCount, isEveryRow] of [
      ["email LIKE '%@%'", 2, true],
      ["email LIKE 'ada@%'", 1, false],
    ] as const) {
      const query = `UPDATE users SET last_name = 'X' WHERE ${where}`;
      const { body } = await harness.run({ query, dryRun: true });
      expect(body).toMatchObject({ rowCount, isEveryRow });
    }
  });

  it.each(['\n', '\r'])('P-3.6 that sets a name with a line break is refused: %j', async (end) => {
    const query = `UPDATE users SET last_name = 'X${end}Bcc: a@b.example' WHERE id = '${userId}'`;
    for (const dryRun of [true, false]) {
      expect(await harness.run({ query, dryRun })).toMatchObject({
        status: 400,
        body: { error: 'A name must be one line' },
      });
    }
    expect(await harness.nameOf(userId)).toBe('Ada');
  });

  it('changes nothing if the number of rows differs from the expected one', async () => {
    expect(await harness.run({ query: rename, expectRowCount: 2 })).toMatchObject({
      status: 409,
      body: { error: 'This would change 1 row, not 2. Nothing was changed.' },
    });
    expect(await harness.nameOf(userId)).toBe('Ada');
  });

  it('P-6.6 publishes the event of the owning service', async () => {
    expect(await harness.run({ query: rename, expectRowCount: 1 })).toEqual({
      status: 200,
      body: { message: '1 row changed.', rowCount: 1 },
    });
    expect(await harness.nameOf(userId)).toBe('Ada Lovelace');
    const events = await drainOutbox(harness.auth, harness.service.bus);
    expect(events).toMatchObject([{ type: 'user.updated', key: userId, source: '/cairn/auth' }]);
    expect(userUpdated.schema.parse(events[0]?.data)).toEqual({
      userId,
      version: 2,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      emailVerified: true,
      status: 'active',
    });
  });

  it('P-6.6 of data that no other service copies publishes no event', async () => {
    await harness.notification.query(
      `INSERT INTO alert_preferences (user_id, product_id, product_title, region, handle, joined_at)
       VALUES ($1, $2, 'The Troll', 'Vermont', 'vt-troll-hunt', now())`,
      [userId, HUNT],
    );
    const query = `UPDATE alert_preferences SET email_alerts = false WHERE user_id = '${userId}'`;
    expect((await harness.run({ query, dryRun: true })).body).toMatchObject({
      before: [{ product_id: HUNT, email_alerts: true }],
      after: [{ product_id: HUNT, email_alerts: false }],
    });
    expect((await harness.run({ query })).body).toMatchObject({ rowCount: 1 });
    const { rows } = await harness.notification.query('SELECT email_alerts FROM alert_preferences');
    expect(rows).toEqual([{ email_alerts: false }]);
  });

  it('that matches no row changes nothing', async () => {
    const query = "UPDATE users SET first_name = 'x' WHERE email = 'unknown@example.com'";
    expect((await harness.run({ query, dryRun: true })).body).toEqual({
      rowCount: 0,
      before: [],
      after: [],
      isEveryRow: false,
    });
    expect((await harness.run({ query })).body).toEqual({
      message: '0 rows changed.',
      rowCount: 0,
    });
  });

  it('P-6.4 of more than 1,000 rows is refused and rolled back', async () => {
    await harness.auth.query(
      `INSERT INTO users (id, email, password_hash)
       SELECT gen_random_uuid(), 'many' || n || '@example.com', 'none' FROM generate_series(1, 1001) n`,
    );
    const query = "UPDATE users SET first_name = 'Many' WHERE email LIKE 'many%'";
    for (const dryRun of [true, false]) {
      expect(await harness.run({ query, dryRun })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining('more than 1,000 rows') },
      });
    }
    const { rows } = await harness.auth.query("SELECT FROM users WHERE first_name = 'Many'");
    expect(rows).toEqual([]);
  });
});

/** Statements of the SQL tool that the database is executing. */
async function countActiveStatements(): Promise<number> {
  const { rows } = await harness.superuser.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE usename LIKE 'cairn_sql_%' AND datname = current_database() AND state = 'active'`,
  );
  return rows[0].count;
}
