import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthUnderTest,
  logIn,
  REAL_HASHES,
  sessionOf,
  signUp,
  startAuth,
} from './start-auth.ts';

const PROGRAM = fileURLToPath(new URL('../src/seed.ts', import.meta.url));

let auth: AuthUnderTest;

beforeAll(async () => {
  // The program uses the real cost; a login replaces a hash of another one.
  auth = await startAuth({}, REAL_HASHES);
});
afterAll(() => auth.stop());

describe('the seed', () => {
  it('creates a verified admin and a verified player, and publishes their events', async () => {
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

  it('is idempotent', async () => {
    const before = await users();
    await seed();
    expect(await users()).toEqual(before);
    expect(await auth.published()).toEqual([]);
  });

  it('sets the configured password of an existing user and revokes older sessions', async () => {
    const player = (await logIn(auth, 'player@example.com', 'player password')).body as Session;
    await seed({ SEED_PLAYER_PASSWORD: 'a newer password' });
    expect((await logIn(auth, 'player@example.com', 'player password')).status).toBe(401);
    expect((await logIn(auth, 'player@example.com', 'a newer password')).status).toBe(200);
    expect(await sessionOf(auth, player.token)).not.toHaveProperty('id');
    expect(await auth.published()).toEqual([]);
  });

  it('verifies a user who had signed up before, and makes them an admin', async () => {
    await signUp(auth, 'boss@example.com', 'password of before');
    await auth.published();
    await seed({ SEED_ADMIN_EMAIL: 'boss@example.com', SEED_ADMIN_PASSWORD: 'password of now' });
    const { body } = await logIn(auth, 'boss@example.com', 'password of now');
    expect(body).toMatchObject({ user: { isAdmin: true, emailVerified: true } });
    expect((await auth.published()).map(({ type }) => type)).toEqual(['user.verified']);
  });

  it('rejects input that sign-up would reject', async () => {
    await expect(seed({ SEED_ADMIN_PASSWORD: 'short' })).rejects.toThrow('at least 8 characters');
    await expect(seed({ SEED_ADMIN_EMAIL: '' })).rejects.toThrow('SEED_ADMIN_EMAIL');
  });
});

/** Runs the program as `npm start` does. */
async function seed(changes: Record<string, string> = {}): Promise<void> {
  await promisify(execFile)(process.execPath, [PROGRAM], {
    env: {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
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
