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
 * Hashes are nearly all of the work, one at login and two at sign-up: without one, a tenth or a half
 * remains. Measures CPU time, which does not depend on the load of the machine; the response times of
 * P-4.1 are measured by `tests/load/accounts.ts`.
 */
describe('P-4.1 known and unknown addresses cost the same work', () => {
  it('at login', async () => {
    const emails = ['unknown@example.com', 'unverified@example.com', 'no address'];
    const [known = Number.NaN, ...others] = await worksOf(
      ['verified@example.com', ...emails].map((email) => () => {
        return logIn(auth, email, 'a wrong password');
      }),
    );
    for (const [index, work] of others.entries()) {
      expect(work / known, emails[index]).toBeGreaterThan(0.5);
      expect(work / known, emails[index]).toBeLessThan(2);
    }
  });

  it('at login after a sign-up with another password', async () => {
    const emails = ['known@example.com', 'new@example.com'];
    await addVerifiedUser(auth, 'known@example.com');
    for (const email of emails) await signUp(auth, email, 'password of an attacker');
    const [known = Number.NaN, unknown = Number.NaN] = await worksOf(
      emails.map((email) => () => logIn(auth, email, 'a wrong password')),
    );
    expect(unknown / known).toBeGreaterThan(0.65);
    expect(unknown / known).toBeLessThan(1.5);
  });

  it('at sign-up', async () => {
    const emails = ['verified@example.com', 'unverified@example.com'];
    const [unknown = Number.NaN, ...others] = await worksOf([
      (turn) => signUp(auth, `unknown-${turn}@example.com`),
      ...emails.map((email) => () => signUp(auth, email)),
    ]);
    for (const [index, work] of others.entries()) {
      expect(work / unknown, emails[index]).toBeGreaterThan(0.65);
      expect(work / unknown, emails[index]).toBeLessThan(1.5);
    }
  });
});

/**
 * The median CPU time of each call in this process, over all its threads. The calls are interleaved,
 * so that a machine that becomes slower affects all of them.
 */
async function worksOf(calls: ((turn: number) => Promise<unknown>)[]): Promise<number[]> {
  const figures = calls.map((): number[] => []);
  for (let turn = 0; turn < TRIES; turn++) {
    for (const [index, call] of calls.entries()) {
      const before = process.cpuUsage();
      await call(turn);
      const { user, system } = process.cpuUsage(before);
      figures[index]?.push(user + system);
    }
  }
  return figures.map((each) => each.toSorted((a, b) => a - b)[TRIES >> 1] ?? Number.NaN);
}
