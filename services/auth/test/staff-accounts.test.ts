import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import { userUpdated } from '@cairn/contracts/events/users.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AuthUnderTest, logIn, PASSWORD, startAuth } from './start-auth.ts';

let auth: AuthUnderTest;
let adminId: string;
let userId: string;
let email: string;
let made = 0;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());
beforeEach(async () => {
  await auth.pool.query('DELETE FROM users');
  adminId = (await add({ isAdmin: true })).id;
  ({ id: userId, email } = await add({}));
  await auth.published();
});

describe('an admin changes an account', () => {
  it('P-4.3 suspends and reactivates: revokes tokens immediately and records the staff action', async () => {
    const { token } = await session();
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(200);
    const answer = await change(userId, { status: 'suspended' });
    expect(answer).toMatchObject({ status: 200, body: { id: userId, status: 'suspended' } });
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(401);
    expect(await versionOf(userId)).toBeGreaterThan(1);
    expect((await logIn(auth, email)).status).toBe(403);
    expect(dataByType(await auth.published())).toEqual([
      ['user.updated', expect.objectContaining({ userId, status: 'suspended', version: 2 })],
      ['staff.acted', act({ status: 'active' }, { status: 'suspended' })],
    ]);
    await change(userId, { status: 'active' });
    expect((await logIn(auth, email)).status).toBe(200);
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(401);
  });

  it('grants and revokes the admin role, and revokes the tokens of the user each time', async () => {
    const { token } = await session();
    await change(userId, { is_admin: true });
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(401);
    const asAdmin = await session();
    expect(await userOf(asAdmin.token)).toMatchObject({ isAdmin: true });
    await change(userId, { is_admin: false });
    expect((await auth.call('/api/auth/verify', { token: asAdmin.token })).status).toBe(401);
    expect(await userOf((await session()).token)).toMatchObject({ isAdmin: false });
  });

  it('verifies an address, which allows the login and revokes no token', async () => {
    const other = await add({ isVerified: false });
    expect((await logIn(auth, other.email)).status).toBe(403);
    await change(other.id, { email_verified: true });
    expect((await logIn(auth, other.email)).status).toBe(200);
    expect(await versionOf(other.id)).toBe(1);
  });

  it('P-4.6 changes names, which the activity log does not contain', async () => {
    const body = { first_name: ' Ada ', last_name: '' };
    expect((await change(userId, body)).body).toMatchObject({ first_name: 'Ada', last_name: null });
    const events = await auth.published();
    expect(userUpdated.schema.parse(events[0]?.data)).toMatchObject({ firstName: 'Ada' });
    const [, acted] = dataByType(events)[1] ?? [];
    expect(acted).toEqual(act({ first_name: null }, { first_name: '(a name)' }));
    expect(JSON.stringify(acted)).not.toContain('Ada');
  });

  it('refuses an edit that began with an earlier version', async () => {
    const rename = (first_name: string, ifMatch?: string) =>
      change(userId, { first_name }, adminId, ifMatch);
    expect(await rename('Ada', '1')).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await rename('Grace', '"1"')).toMatchObject({
      status: 409,
      body: { current: { first_name: 'Ada', version: 2, edited_by: null, edited_at: null } },
    });
    expect(await rename('Grace')).toMatchObject({ status: 200, body: { version: 3 } });
  });

  it('P-3.6 rejects names with line breaks, which could inject a mail header', async () => {
    for (const body of [{ first_name: 'Ada\r\nBcc: a@example.com' }, { last_name: 'Love\nlace' }])
      expect(await change(userId, body)).toMatchObject({
        status: 400,
        body: { error: 'Please use one line' },
      });
    expect(await auth.published()).toEqual([]);
  });

  it('changes and publishes nothing if no field differs', async () => {
    for (const body of [{}, { status: 'active', email_verified: true }, { first_name: null }])
      expect((await change(userId, body)).status).toBe(200);
    expect(await auth.published()).toEqual([]);
  });

  it.each([
    ['an unknown account', () => randomUUID(), () => adminId, 404],
    ['an invalid id', () => 'invalid', () => adminId, 404],
    ['an account, by a former admin', () => userId, () => userId, 403],
    ['an account, by an unknown admin', () => userId, () => randomUUID(), 403],
  ] as [string, () => string, () => string, number][])(
    'is refused for %s',
    async (_, subject, actor, expected) => {
      expect((await change(subject(), { status: 'suspended' }, actor())).status).toBe(expected);
      expect((await remove(subject(), actor())).status).toBe(expected);
      expect(await auth.published()).toEqual([]);
    },
  );
});

describe('the last admin', () => {
  it.each([{ is_admin: false }, { status: 'suspended' }, { email_verified: false }])(
    'is not changed by %o',
    async (body) => {
      expect(await change(adminId, body)).toMatchObject({
        status: 409,
        body: { error: 'This is the last admin. Make somebody else an admin first.' },
      });
      expect((await remove(adminId)).status).toBe(409);
      expect(await auth.published()).toEqual([]);
      expect(await admins()).toEqual([adminId]);
    },
  );

  it('is determined among admins who can log in', async () => {
    await add({ isAdmin: true, isVerified: false });
    await add({ isAdmin: true, status: 'suspended' });
    expect((await change(adminId, { is_admin: false })).status).toBe(409);
    await change(userId, { is_admin: true });
    expect((await change(adminId, { is_admin: false })).status).toBe(200);
  });

  it('remains when two admins demote, suspend or delete each other concurrently', async () => {
    const acts: ((by: string, whom: string) => Promise<{ status: number }>)[] = [
      (by, whom) => change(whom, { is_admin: false }, by),
      (by, whom) => change(whom, { status: 'suspended' }, by),
      (by, whom) => remove(whom, by),
    ];
    for (const first of acts) {
      for (const second of acts) {
        await auth.pool.query('DELETE FROM users');
        const [one, other] = [(await add({ isAdmin: true })).id, (await add({ isAdmin: true })).id];
        const answers = await Promise.all([first(one, other), second(other, one)]);
        // 401 if the first action revoked the other admin's token before the second was authorised.
        expect(answers.map(({ status }) => status).sort()).toEqual([
          200,
          expect.toBeOneOf([401, 403]),
        ]);
        expect(await admins()).toHaveLength(1);
      }
    }
  });
});

describe('an admin deletes an account', () => {
  it('permanently, sends a mail and records the staff action', async () => {
    const { token } = await session();
    expect(await remove(userId)).toMatchObject({
      status: 200,
      body: { message: 'The account has been deleted.' },
    });
    expect((await auth.call('/api/auth/verify', { token })).status).toBe(401);
    expect((await logIn(auth, email)).status).toBe(401);
    const events = dataByType(await auth.published());
    expect(events.map(([type]) => type)).toEqual([
      'email.requested',
      'user.deleted',
      'staff.acted',
    ]);
    expect(events[2]?.[1]).toEqual({ ...act(null, null), action: 'account_delete' });
  });

  it('P-4.3 by an id in any case; events contain the id in the form that tokens use', async () => {
    expect((await remove(userId.toUpperCase())).status).toBe(200);
    const events = await auth.published();
    expect(dataByType(events)[2]?.[1]).toEqual({ ...act(null, null), action: 'account_delete' });
    expect(JSON.stringify(events)).not.toContain(userId.toUpperCase());
    // The revocation marker uses that form as well.
    expect(auth.log()).not.toContain(`"userId":"${userId.toUpperCase()}"`);
  });
});

describe('people', () => {
  it('are found by id; deleted users are omitted', async () => {
    await change(userId, { first_name: 'Ada' });
    const ids = [userId, randomUUID(), 'no-id', adminId];
    const { body } = await auth.call('/internal/people', { isInternal: true, json: { ids } });
    const { people } = body as { people: { id: string }[] };
    expect(people.map(({ id }) => id).sort()).toEqual([userId, adminId].sort());
    expect(people).toContainEqual({ id: userId, email, first_name: 'Ada', last_name: null });
  });
});

let hash: string;

async function add(who: {
  isAdmin?: boolean;
  isVerified?: boolean;
  status?: string;
}): Promise<{ id: string; email: string }> {
  hash ??= await hashOf(PASSWORD);
  const id = randomUUID();
  const address = `person-${made++}@example.com`;
  await auth.pool.query(
    `INSERT INTO users (id, email, password_hash, is_admin, email_verified, status)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [id, address, hash, who.isAdmin ?? false, who.isVerified ?? true, who.status ?? 'active'],
  );
  return { id, email: address };
}

/** Hashes a password with the service. */
async function hashOf(password: string): Promise<string> {
  await auth.call('/api/auth/signup', { json: { email: 'hash@example.com', password } });
  const { rows } = await auth.pool.query(
    `DELETE FROM users USING pending_registrations AS pending
     WHERE email = 'hash@example.com' AND user_id = id RETURNING pending.password_hash`,
  );
  return rows[0].password_hash;
}

async function session(): Promise<{ token: string }> {
  return (await logIn(auth, email)).body as { token: string };
}

async function userOf(token: string): Promise<unknown> {
  return (await auth.call('/api/auth/verify', { token })).body;
}

function change(id: string, command: object, by = adminId, ifMatch?: string) {
  const path = `/api/admin/accounts/${id}`;
  const headers: Record<string, string> = ifMatch ? { 'if-match': ifMatch } : {};
  return auth.call(path, { method: 'PATCH', token: adminToken(by), headers, json: command });
}

function remove(id: string, by = adminId) {
  return auth.call(`/api/admin/accounts/${id}`, { method: 'DELETE', token: adminToken(by) });
}

function dataByType(events: EventEnvelope[]): [string, unknown][] {
  return events.map(({ type, data }) => [type, data]);
}

function act(before: object | null, after: object | null) {
  return {
    adminId,
    action: 'account_update',
    subjectType: 'account',
    subjectId: userId,
    before,
    after,
    at: expect.any(String),
  };
}

async function versionOf(id: string): Promise<number> {
  const path = `/internal/users/${id}/lowest-token-version`;
  const { body } = await auth.call(path, { isInternal: true });
  return (body as { version: number }).version;
}

async function admins(): Promise<string[]> {
  const { rows } = await auth.pool.query(
    "SELECT id FROM users WHERE is_admin AND status = 'active' AND email_verified",
  );
  return rows.map(({ id }) => id);
}
