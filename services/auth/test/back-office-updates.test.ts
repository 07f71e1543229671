import { userUpdated } from '@cairn/contracts/events/users.ts';
import { createPool, type Pool } from '@cairn/postgres/pool.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthUnderTest, addVerifiedUser, logIn, startAuth } from './start-auth.ts';

let auth: AuthUnderTest;
/** The database role with which the SQL tool runs an UPDATE. */
let updater: Pool;

beforeAll(async () => {
  auth = await startAuth();
  const { updater: url } = auth.database.sqlUrls;
  updater = createPool({ url, schema: 'backoffice', name: 'test', onError: () => {} });
});
afterAll(async () => {
  await updater.end();
  await auth.stop();
});
beforeEach(async () => {
  await auth.pool.query('DELETE FROM users');
});

const setStatus = (status: string | null, where: string) =>
  updater.query(`UPDATE users SET status = $1 WHERE ${where} RETURNING *`, [status]);
const makeAdmin = (email: string) =>
  auth.pool.query('UPDATE users SET is_admin = true WHERE email = $1', [email]);
const statuses = async () => {
  const { rows } = await auth.pool.query('SELECT status FROM users ORDER BY email');
  return rows.map(({ status }) => status);
};

describe('an UPDATE of the status by the SQL tool', () => {
  it('P-4.3 P-6.6 suspends and reactivates: revokes tokens and publishes user.updated', async () => {
    const { token } = await addVerifiedUser(auth, 'ada@example.com');
    await auth.published();
    const { rows } = await setStatus('suspended', "email = 'ada@example.com'");
    expect(rows).toMatchObject([{ status: 'suspended' }]);
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(401);
    expect((await logIn(auth, 'ada@example.com')).status).toBe(403);
    const events = await auth.published();
    expect(events.map(({ type }) => type)).toEqual(['user.updated']);
    expect(userUpdated.schema.parse(events[0]?.data)).toMatchObject({ status: 'suspended' });
    const revocations = await auth.pool.query('SELECT lowest_version FROM revocations');
    expect(revocations.rows).toContainEqual({ lowest_version: 2 });
    await setStatus('active', "email = 'ada@example.com'");
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(401);
    expect((await logIn(auth, 'ada@example.com')).status).toBe(200);
  });

  it('keeps the last admin active, also when one statement suspends all admins', async () => {
    for (const name of ['ada', 'alan']) {
      await addVerifiedUser(auth, `${name}@example.com`);
      await makeAdmin(`${name}@example.com`);
    }
    await expect(setStatus('suspended', 'is_admin')).rejects.toThrow('This is the last admin');
    expect(await statuses()).toEqual(['active', 'active']);
    await setStatus('suspended', "email = 'ada@example.com'");
    await expect(setStatus('suspended', "email = 'alan@example.com'")).rejects.toThrow(
      'This is the last admin',
    );
    expect(await statuses()).toEqual(['suspended', 'active']);
  });

  it('keeps one of two admins active when both are suspended concurrently', async () => {
    for (const name of ['ada', 'alan']) {
      await addVerifiedUser(auth, `${name}@example.com`);
      await makeAdmin(`${name}@example.com`);
    }
    const outcomes = await Promise.allSettled([
      setStatus('suspended', "email = 'ada@example.com'"),
      setStatus('suspended', "email = 'alan@example.com'"),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await statuses()).sort()).toEqual(['active', 'suspended']);
  });

  it.each(['gone', '', null])('rejects any other value: %j', async (status) => {
    await addVerifiedUser(auth, 'ada@example.com');
    await expect(setStatus(status, "email = 'ada@example.com'")).rejects.toThrow(
      'A status is active or suspended',
    );
  });

  it.each(['is_admin = true', 'email_verified = false', "email = 'x@example.com'"])(
    'P-6.1 is refused by the rights of the role: %s',
    async (assignment) => {
      await expect(updater.query(`UPDATE users SET ${assignment}`)).rejects.toThrow(
        'permission denied',
      );
    },
  );
});
