import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthUnderTest, logIn, sessionOf, signUp, startAuth } from './start-auth.ts';

const PROGRAM = fileURLToPath(new URL('../src/seed.ts', import.meta.url));

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

describe('the seed', () => {
  it('makes a verified admin and a verified player, and tells of them', async () => {
    await seed();
    const admin = (await logIn(auth, 'admin@example.com', 'admin password')).body as Session;
    expect(admin.user).toMatchObject({ isAdmin: true, emailVerified: true });
    const player = (await logIn(auth, 'player@example.com', 'player password')).body as Session;
    expect(player.user).toMatchObject({ isAdmin: false, emailVerified: true });
    const events = await auth.published();
    expect(events.map(({ type, key }) => [type, key])).toEqual([
      ['user.registered', admin.user.id],
      ['user.verified', admin.user.id],
      ['user.registered', player.user.id],
      ['user.verified', player.user.id],
    ]);
  });

  it('changes nothing when it runs again', async () => {
    const before = await users();
    await seed();
    expect(await users()).toEqual(before);
    expect(await auth.published()).toEqual([]);
  });

  it('gives an existing user the password of now, and ends what was open under the older', async () => {
    const player = (await logIn(auth, 'player@example.com', 'player password')).body as Session;
    await seed({ SEED_PLAYER_PASSWORD: 'a newer password' });
    expect((await logIn(auth, 'player@example.com', 'player password')).status).toBe(401);
    expect((await logIn(auth, 'player@example.com', 'a newer password')).status).toBe(200);
    expect(await sessionOf(auth, player.token)).not.toHaveProperty('id');
    expect(await auth.published()).toEqual([]);
  });

  it('verifies and lifts a user who had signed up before', async () => {
    await signUp(auth, 'boss@example.com', 'password of before');
    await auth.published();
    await seed({ SEED_ADMIN_EMAIL: 'boss@example.com', SEED_ADMIN_PASSWORD: 'password of now' });
    const { body } = await logIn(auth, 'boss@example.com', 'password of now');
    expect(body).toMatchObject({ user: { isAdmin: true, emailVerified: true } });
    expect((await auth.published()).map(({ type }) => type)).toEqual(['user.verified']);
  });

  it('refuses what sign-up would refuse', async () => {
    await expect(seed({ SEED_ADMIN_PASSWORD: 'short' })).rejects.toThrow('at least 8 characters');
    await expect(seed({ SEED_ADMIN_EMAIL: '' })).rejects.toThrow('SEED_ADMIN_EMAIL');
  });
});

/** The program as `npm start` runs it. */
async function seed(changes: Record<string, string> = {}): Promise<void> {
  await promisify(execFile)(process.execPath, [PROGRAM], {
    env: {
      DATABASE_URL: auth.database.urlOf('auth'),
      LOG_LEVEL: 'warn',
      SEED_ADMIN_EMAIL: 'admin@example.com',
      SEED_ADMIN_PASSWORD: 'admin password',
      SEED_PLAYER_EMAIL: 'player@example.com',
      SEED_PLAYER_PASSWORD: 'player password',
      ...changes,
    },
  });
}

async function users() {
  const { rows } = await auth.pool.query(
    'SELECT id, email, password_hash, token_version, version FROM users ORDER BY email',
  );
  return rows;
}
