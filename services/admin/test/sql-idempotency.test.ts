import { randomUUID } from 'node:crypto';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SqlHarness, startSqlHarness } from './sql-harness.ts';

let harness: SqlHarness;
let userId: string;
let append: string;

beforeAll(async () => {
  harness = await startSqlHarness();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  userId = randomUUID();
  append = `UPDATE users SET first_name = first_name || 'b' WHERE id = '${userId}'`;
  await harness.addUser(userId, `${userId}@example.com`, 'a');
});

function createAdmin() {
  const token = tokenFor({ userId: randomUUID(), isAdmin: true });
  const key = randomUUID();
  return async (json: object) => {
    const headers = { 'idempotency-key': key };
    const { status, body } = await harness.service.call('/api/admin/sql', { token, json, headers });
    return { status, body };
  };
}

describe('a statement of the SQL tool with an Idempotency-Key', () => {
  it('P-3.7 updates once for concurrent and sequential repeats, with the same response', async () => {
    const run = createAdmin();
    const changed = { status: 200, body: { message: '1 row changed.', rowCount: 1 } };
    expect(await Promise.all([run({ query: append }), run({ query: append })])).toEqual([
      changed,
      changed,
    ]);
    expect(await run({ query: append })).toEqual(changed);
    expect(await harness.nameOf(userId)).toBe('ab');
  });

  it('P-3.7 returns 409 with another statement, and repeats a refusal', async () => {
    const run = createAdmin();
    const refused = await run({ query: append, expectRowCount: 2 });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('not 2') },
    });
    expect(await run({ query: append, expectRowCount: 2 })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('not 2') },
    });
    expect(await run({ query: append })).toMatchObject({
      status: 409,
      body: { error: 'This Idempotency-Key was used with another request.' },
    });
    expect(await harness.nameOf(userId)).toBe('a');
  });

  it('does not store the response of a SELECT or a preview, which run again', async () => {
    const run = createAdmin();
    const query = `SELECT first_name FROM users WHERE id = '${userId}'`;
    expect(await run({ query })).toMatchObject({ body: { rows: [{ first_name: 'a' }] } });
    expect(await run({ query: append, dryRun: true })).toMatchObject({ body: { rowCount: 1 } });
    expect(await run({ query: append })).toMatchObject({ status: 200 });
    expect(await run({ query })).toMatchObject({ body: { rows: [{ first_name: 'ab' }] } });
  });
});
