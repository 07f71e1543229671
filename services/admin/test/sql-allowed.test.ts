import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SqlHarness, startSqlHarness } from './sql-harness.ts';

let harness: SqlHarness;

beforeAll(async () => {
  harness = await startSqlHarness();
  await harness.addUser(randomUUID(), 'ada@example.com', 'Ada');
});
afterAll(() => harness.stop());

describe('everyday statements of staff', () => {
  it.each([
    'SELECT * FROM users ORDER BY created_at DESC, id LIMIT 10 OFFSET 0',
    'select u.email, p.* from users u left join purchases p on p.user_id = u.id::text',
    'SELECT count(*) FILTER (WHERE email_verified) AS verified, count(DISTINCT status) FROM backoffice.users',
    "SELECT date_trunc('day', created_at) AS day, sum(amount_cents) / 100.0 FROM purchases GROUP BY 1 HAVING count(*) > 0",
    "SELECT email FROM users WHERE created_at > now() - interval '7 days' AND created_at::date <= CURRENT_DATE",
    'SELECT extract(year FROM created_at), created_at AT TIME ZONE $$UTC$$ FROM users',
    "SELECT action, before->>'status', after #>> '{status}' FROM activities WHERE after @> '{\"status\": \"suspended\"}'",
    'SELECT handle FROM hunts UNION ALL SELECT handle FROM purchases ORDER BY handle',
    'SELECT email FROM users WHERE id IN (SELECT user_id FROM recipients) OR NOT EXISTS (SELECT 1 FROM claims)',
    'SELECT DISTINCT ON (handle) handle, amount_cents FROM purchases ORDER BY handle, created_at DESC',
    'SELECT row_number() OVER (PARTITION BY status ORDER BY created_at), lag(email) OVER w FROM users WINDOW w AS (ORDER BY id)',
    'SELECT status, count(*) FROM purchases GROUP BY ROLLUP (status)',
    'SELECT h.title, m.n FROM hunts h, LATERAL (SELECT count(*) AS n FROM memberships WHERE hunt_id = h.id) AS m',
    "SELECT CASE WHEN is_admin THEN 'staff' ELSE coalesce(nullif(first_name, ''), 'unknown') END FROM users",
    "SELECT email FROM users WHERE email ILIKE ANY (ARRAY['a%', 'b%']) AND email !~ '^x' AND email NOT LIKE 'a!%' ESCAPE '!'",
    "SELECT position('@' IN email), substring(email FROM 1 FOR 3), trim(both ' ' FROM email), upper(left(email, 1)) FROM users",
    "SELECT greatest(1, 2), -1 + 2 * 3 % 2, 'it''s', TRUE, NULL, 1.5::numeric(4, 1), '{1,2}'::int[]",
    'SELECT u FROM users AS u WHERE email_verified IS TRUE AND last_login IS NULL AND (status, is_admin) = (status, false)',
    "WITH a AS (SELECT email, status FROM users), b AS (SELECT *, upper(email) AS name FROM a), c AS (SELECT name || ' ' || status AS text FROM b) SELECT a.*, c.text, replace(c.text, '@', ' at ') FROM a, c",
    `SELECT ${Array.from({ length: 20 }, () => "coalesce(first_name, '-')").join(" || ' ' || ")} FROM users`,
    'SELECT email FROM users WHERE id NOT IN (SELECT user_id FROM recipients WHERE email_verified)',
    'SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY amount_cents) FROM purchases',
    'TABLE mailings',
    "VALUES (1, 'one'), (2, 'two')",
    'SELECT count FROM (SELECT count(*) FROM users) AS counted;',
    'SELECT "email" AS "Address of a person" FROM "users" AS "Person" -- as it is\n;',
  ])('%s', async (query) => {
    const { status, body } = await harness.run({ query });
    expect({ status, body }).toMatchObject({ status: 200, body: { truncated: false } });
  });

  it.each([
    "id = 'ID'",
    "id IN ('ID') AND true",
    "email LIKE 'ada@%' AND first_name IS NOT NULL",
    "(email = 'ada@example.com' OR email = 'alan@example.com')",
    "NOT email <> 'ada@example.com'",
    'email_verified AND last_name IS NULL',
    'id IN (SELECT id FROM users WHERE status = $$active$$)',
    "created_at BETWEEN now() - interval '1 hour' AND now()",
    "lower(email) = 'ada@example.com'",
  ])('UPDATE users … WHERE %s', async (where) => {
    const { rows } = await harness.auth.query('SELECT id FROM users');
    const condition = where.replace('ID', rows[0].id);
    const query = `UPDATE users AS u SET first_name = upper(first_name) WHERE ${condition}`;
    expect(await harness.run({ query, dryRun: true })).toMatchObject({
      status: 200,
      body: { rowCount: 1, before: [{ first_name: 'Ada' }], after: [{ first_name: 'ADA' }] },
    });
  });
});
