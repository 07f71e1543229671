import { randomUUID } from 'node:crypto';
import type { ActiveSession, Session } from '@cairn/contracts/http/accounts.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthUnderTest, addVerifiedUser, PASSWORD, startAuth } from './start-auth.ts';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

async function logInWith(email: string, userAgent: string): Promise<string> {
  const { body } = await auth.call('/api/auth/login', {
    json: { email, password: PASSWORD },
    headers: { 'user-agent': userAgent },
  });
  return (body as Session).token;
}

async function sessionsOf(token: string): Promise<ActiveSession[]> {
  const { status, body } = await auth.call('/api/account/sessions', { token });
  expect(status).toBe(200);
  return (body as { sessions: ActiveSession[] }).sessions;
}

const end = (token: string, id: string) =>
  auth.call(`/api/account/sessions/${id}`, { token, method: 'DELETE' });
const statusOf = async (token: string) => (await auth.call('/api/auth/verify', { token })).status;

describe('sessions of an account', () => {
  it('are listed with their device, and the current one is marked', async () => {
    const { token } = await addVerifiedUser(auth, 'listed@example.com');
    const phone = await logInWith('listed@example.com', `Phone ${'x'.repeat(500)}`);
    const sessions = await sessionsOf(phone);
    expect(sessions).toHaveLength(2);
    const [current, ...others] = sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
    expect(current?.user_agent).toMatch(/^Phone x{294}$/);
    expect(others).toMatchObject([{ current: false, created_at: expect.stringMatching(/Z$/) }]);
    expect((await sessionsOf(token)).find((each) => each.current)?.id).toBe(others[0]?.id);
  });

  it('are ended individually, by their owner only', async () => {
    const { token } = await addVerifiedUser(auth, 'ends@example.com');
    const { token: otherUser } = await addVerifiedUser(auth, 'other-user@example.com');
    const laptop = await logInWith('ends@example.com', 'Laptop');
    const id = (await sessionsOf(laptop)).find((each) => each.current)?.id ?? '';
    for (const [by, which] of [
      [otherUser, id],
      [token, randomUUID()],
      [token, 'x'],
    ] as const) {
      expect((await end(by, which)).status).toBe(404);
    }
    expect(await statusOf(laptop)).toBe(200);
    expect((await end(token, id)).status).toBe(200);
    expect(await statusOf(laptop)).toBe(401);
    expect((await end(token, id)).status).toBe(404);
    expect(await sessionsOf(token)).toHaveLength(1);
    expect(await statusOf(token)).toBe(200);
  });

  it('P-4.8 logout ends the current session only', async () => {
    const { token } = await addVerifiedUser(auth, 'logout@example.com');
    const other = await logInWith('logout@example.com', 'Laptop');
    const answer = await auth.call('/api/auth/logout', { token, method: 'POST' });
    expect(answer).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect(await statusOf(token)).toBe(401);
    expect((await auth.call('/api/auth/logout', { token, method: 'POST' })).status).toBe(401);
    expect(await statusOf(other)).toBe(200);
  });

  it('all end at logout with a token from before sessions had ids', async () => {
    const { token, user } = await addVerifiedUser(auth, 'older@example.com');
    const older = tokenFor({ userId: user.id });
    expect((await sessionsOf(older)).filter((each) => each.current)).toEqual([]);
    expect((await auth.call('/api/auth/logout', { token: older, method: 'POST' })).status).toBe(
      200,
    );
    for (const each of [older, token]) expect(await statusOf(each)).toBe(401);
  });

  it('all end at a password change, except the new one', async () => {
    const { token } = await addVerifiedUser(auth, 'changed@example.com');
    const json = { currentPassword: PASSWORD, newPassword: 'another good password' };
    const { body } = await auth.call('/api/auth/change-password', { token, json });
    const fresh = (body as { token: string }).token;
    expect(await sessionsOf(fresh)).toMatchObject([{ current: true }]);
  });

  it('update when they were last seen, at most once in ten minutes', async () => {
    const { token, user } = await addVerifiedUser(auth, 'seen@example.com');
    const lastSeen = async () => (await sessionsOf(token))[0]?.last_seen_at;
    const first = await lastSeen();
    await statusOf(token);
    expect(await lastSeen()).toBe(first);
    const earlier =
      "UPDATE sessions SET last_seen_at = now() - interval '1 hour' WHERE user_id = $1";
    await auth.pool.query(earlier, [user.id]);
    const before = await lastSeen();
    await statusOf(token);
    expect(Date.parse((await lastSeen()) ?? '')).toBeGreaterThan(Date.parse(before ?? ''));
  });

  it('are deleted after their tokens have expired, and with the account', async () => {
    const { user } = await addVerifiedUser(auth, 'expired@example.com');
    const { token, user: gone } = await addVerifiedUser(auth, 'gone@example.com');
    await auth.pool.query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [user.id]);
    await auth.purge();
    const json = { password: PASSWORD };
    expect((await auth.call('/api/account/delete', { token, json })).status).toBe(200);
    const { rows } = await auth.pool.query('SELECT 1 FROM sessions WHERE user_id = ANY($1)', [
      [user.id, gone.id],
    ]);
    expect(rows).toEqual([]);
  });
});
