import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthUnderTest, addVerifiedUser, logIn, signUp, startAuth } from './start-auth.ts';

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
  await addVerifiedUser(auth, 'verified@example.com');
  await signUp(auth, 'unverified@example.com');
});
afterAll(() => auth.stop());

/**
 * Hashes are nearly all of the work, and each one has the same cost. The response times of P-4.1 are
 * measured by `tests/load/accounts.ts`.
 */
describe('P-4.1 known and unknown addresses cost the same number of hashes', () => {
  it.each(['verified@example.com', 'unverified@example.com', 'unknown@example.com', 'no address'])(
    'two at a refused login: %s',
    async (email) => {
      expect(await hashesOf(() => logIn(auth, email, 'a wrong password'))).toBe(2);
    },
  );

  it('two at a refused login after a sign-up with another password', async () => {
    const emails = ['known@example.com', 'new@example.com'];
    await addVerifiedUser(auth, 'known@example.com');
    for (const email of emails) {
      await signUp(auth, email, 'password of an attacker');
      expect(await hashesOf(() => logIn(auth, email, 'a wrong password')), email).toBe(2);
    }
  });

  it.each(['verified@example.com', 'unverified@example.com', 'fresh@example.com'])(
    'two at sign-up: %s',
    async (email) => {
      expect(await hashesOf(() => signUp(auth, email))).toBe(2);
    },
  );
});

async function hashesOf(call: () => Promise<unknown>): Promise<number> {
  const before = await auth.countHashes();
  await call();
  return (await auth.countHashes()) - before;
}
