import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthUnderTest, addVerifiedUser, logIn, signUp, startAuth } from './start-auth.ts';

const TRIES = 7;

let auth: AuthUnderTest;

beforeAll(async () => {
  auth = await startAuth();
  await addVerifiedUser(auth, 'verified@example.com');
  await signUp(auth, 'unverified@example.com');
});
afterAll(() => auth.stop());

/**
 * Hashes are nearly all of the work, one at login and two at sign-up: where one is left out, a tenth
 * or a half remains. Work is counted, not time, since a busy machine stretches the one and not the
 * other; the times of P-4.1 are measured by `tests/load/accounts.ts`.
 */
describe('P-4.1 known and unknown addresses cost the same work', () => {
  it('at login', async () => {
    const known = await workOf(() => logIn(auth, 'verified@example.com', 'a wrong password'));
    for (const email of ['unknown@example.com', 'unverified@example.com', 'no address']) {
      const work = await workOf(() => logIn(auth, email, 'a wrong password'));
      expect(work / known, email).toBeGreaterThan(0.5);
      expect(work / known, email).toBeLessThan(2);
    }
  });

  it('at sign-up', async () => {
    const unknown = await workOf((index) => signUp(auth, `unknown-${index}@example.com`));
    for (const email of ['verified@example.com', 'unverified@example.com']) {
      const work = await workOf(() => signUp(auth, email));
      expect(work / unknown, email).toBeGreaterThan(0.65);
      expect(work / unknown, email).toBeLessThan(1.5);
    }
  });
});

/** The median of the processor time that a call takes in this process, all its threads together. */
async function workOf(call: (index: number) => Promise<unknown>): Promise<number> {
  const figures: number[] = [];
  for (let index = 0; index < TRIES; index++) {
    const before = process.cpuUsage();
    await call(index);
    const { user, system } = process.cpuUsage(before);
    figures.push(user + system);
  }
  return figures.toSorted((a, b) => a - b)[TRIES >> 1] ?? Number.NaN;
}
