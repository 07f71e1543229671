import { changePassword, logout, logoutEverywhere } from '@cairn/contracts/http/accounts.ts';
import { fillPath } from '@cairn/contracts/http/endpoints.ts';
import { getHuntData } from '@cairn/contracts/http/hunts.ts';
import { createPaymentIntent } from '@cairn/contracts/http/payments.ts';
import { call } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, PASSWORD, startHarness } from './ended-tokens-setup.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness?.stop());
beforeEach(async () => {
  harness.servicesRedis.mend();
  harness.authRedis.mend();
  await waitUntil(() => harness.areMarkersCurrent(), { what: 'the markers in Redis' });
  await waitUntil(() => harness.haveServicesRedis(), { what: 'Redis for the services' });
});

const OLD = { catalog: 401, payment: 401 };
const GOOD = { catalog: 404, payment: 404 };

const MAX_ATTEMPTS = 5;
type Answers = { catalog: number; payment: number };

/**
 * A service that reaches neither Redis nor auth in time answers 503, which also happens on a busy
 * machine. Retries like a browser.
 */
async function answers(token: string): Promise<Answers> {
  for (let tries = 1; ; tries += 1) {
    const given = await answersAtOnce(token);
    if (tries === MAX_ATTEMPTS || !Object.values(given).includes(503)) return given;
  }
}

/** The statuses of catalog and payment for a token, for a hunt that does not exist. */
async function answersAtOnce(token: string): Promise<Answers> {
  const hunt = fillPath(getHuntData.path, { handle: 'no-hunt' });
  const json = { productId: 'none', productType: 'hunt', email: 'a@example.com' };
  const [catalog, payment] = await Promise.all([
    call(harness.catalogUrl + hunt, { token }),
    call(harness.paymentUrl + createPaymentIntent.path, { token, json }),
  ]);
  return { catalog: catalog.status, payment: payment.status };
}

async function logOut(token: string): Promise<void> {
  const { status } = await call(harness.authUrl + logout.path, { token, method: 'POST' });
  expect(status).toBe(200);
}

async function revokeByLogout(token: string): Promise<void> {
  const { status } = await call(harness.authUrl + logoutEverywhere.path, { token, method: 'POST' });
  expect(status).toBe(200);
}

/** A busy machine may be late once; a slow implementation is late every time. */
async function oneOfThree<Result>(attempt: () => Promise<Result>): Promise<Result> {
  return attempt().catch(attempt).catch(attempt);
}

describe('P-4.3 every service refuses older tokens', () => {
  it('at once after a password change, and accepts the new token', async () => {
    const { token } = await harness.addPlayer();
    expect(await answers(token)).toEqual(GOOD);
    const json = { currentPassword: PASSWORD, newPassword: 'a newer good password' };
    const { status, body } = await call(harness.authUrl + changePassword.path, { token, json });
    expect(status).toBe(200);
    expect(await answers(token)).toEqual(OLD);
    expect(await answers((body as { token: string }).token)).toEqual(GOOD);
  });

  it('at once after a password reset', async () => {
    const { token, email } = await harness.addPlayer();
    await harness.reset(email, 'a newer good password');
    expect(await answers(token)).toEqual(OLD);
  });

  it('at once after logging out everywhere', async () => {
    const { token } = await harness.addPlayer();
    await revokeByLogout(token);
    expect(await answers(token)).toEqual(OLD);
  });

  it('at once after a deletion', async () => {
    const { token } = await harness.addPlayer();
    await harness.remove(token);
    expect(await answers(token)).toEqual(OLD);
  });

  it.each([
    ['a suspension', "status = 'suspended'"],
    ['a change of role', 'is_admin = true'],
  ])('within a second after %s, also when written directly to the database', async (_, change) => {
    await oneOfThree(async () => {
      const { token, userId } = await harness.addPlayer();
      await harness.authPool.query(`UPDATE users SET ${change} WHERE id = $1`, [userId]);
      await waitUntil(async () => (await answers(token)).catalog === 401, { timeoutMs: 1_000 });
      expect(await answers(token)).toEqual(OLD);
    });
  });

  it('P-8.3 when Redis restarts empty, before and after its markers are written again', async () => {
    const [old, good] = [await harness.addPlayer(), await harness.addPlayer()];
    await revokeByLogout(old.token);
    await harness.emptyRedis();
    expect(await answers(old.token)).toEqual(OLD);
    expect(await answers(good.token)).toEqual(GOOD);
    await waitUntil(() => harness.areMarkersCurrent(), { what: 'the markers again' });
    await harness.withoutAuth(async () => {
      expect(await answers(old.token)).toEqual(OLD);
      expect(await answers(good.token)).toEqual(GOOD);
    });
  });

  it('while Redis is unavailable, by asking auth', async () => {
    const [old, good] = [await harness.addPlayer(), await harness.addPlayer()];
    await revokeByLogout(old.token);
    harness.servicesRedis.cut();
    harness.authRedis.cut();
    expect(await answers(old.token)).toEqual(OLD);
    expect(await answers(good.token)).toEqual(GOOD);
    await revokeByLogout(good.token);
    expect(await answers(good.token)).toEqual(OLD);
  });

  it('while Redis hangs', async () => {
    const [old, good] = [await harness.addPlayer(), await harness.addPlayer()];
    await revokeByLogout(old.token);
    harness.servicesRedis.freeze();
    expect(await answers(old.token)).toEqual(OLD);
    expect(await answers(good.token)).toEqual(GOOD);
    harness.servicesRedis.thaw();
  });

  it('and answers 503 to every token while Redis and auth are unavailable', async () => {
    const { token } = await harness.addPlayer();
    harness.servicesRedis.cut();
    await harness.withoutAuth(async () => {
      expect(await answersAtOnce(token)).toEqual({ catalog: 503, payment: 503 });
    });
    expect(await answers(token)).toEqual(GOOD);
  });

  it('also when auth could not reach the Redis of the other services', async () => {
    const token = await oneOfThree(async () => {
      harness.authRedis.mend();
      await waitUntil(() => harness.areMarkersCurrent(), { what: 'the markers in Redis' });
      const player = await harness.addPlayer();
      harness.authRedis.cut();
      await revokeByLogout(player.token);
      const hasEnded = async () => (await answers(player.token)).catalog === 401;
      await waitUntil(hasEnded, { timeoutMs: 1_500 });
      expect(await answers(player.token)).toEqual(OLD);
      return player.token;
    });
    // The markers confirmed before the cut do not cover this token.
    await waitUntil(async () => !(await harness.areMarkersCurrent()), { what: 'stale markers' });
    harness.authRedis.mend();
    await waitUntil(() => harness.areMarkersCurrent(), { what: 'the markers again' });
    await harness.withoutAuth(async () => expect(await answers(token)).toEqual(OLD));
  });

  it('and accepts valid tokens while auth is unavailable', async () => {
    const { token } = await harness.addPlayer();
    await harness.withoutAuth(async () => {
      expect(await answers(token)).toEqual(GOOD);
      await waitUntil(async () => !(await harness.areMarkersCurrent()), { what: 'stale markers' });
      expect(await answers(token)).toEqual(GOOD);
    });
  });
});

describe('P-4.8 a session that was logged out', () => {
  it('is refused by every service at once, while other sessions of the user stay valid', async () => {
    const { token, email } = await harness.addPlayer();
    const other = await harness.logIn(email);
    await logOut(token);
    expect(await answers(token)).toEqual(OLD);
    expect(await answers(other)).toEqual(GOOD);
  });

  it('stays refused while Redis is unavailable, and when it restarts empty', async () => {
    const { token, email } = await harness.addPlayer();
    const other = await harness.logIn(email);
    await logOut(token);
    harness.servicesRedis.cut();
    expect(await answers(token)).toEqual(OLD);
    expect(await answers(other)).toEqual(GOOD);
    harness.servicesRedis.mend();
    await harness.emptyRedis();
    await waitUntil(() => harness.areMarkersCurrent(), { what: 'the markers again' });
    await harness.withoutAuth(async () => expect(await answers(token)).toEqual(OLD));
  });
});

describe('P-4.8 the loss of any single Redis key makes no revoked token valid', () => {
  it.each([
    ['after a logout', logOut],
    ['after a logout everywhere', revokeByLogout],
  ])('%s', async (_, end) => {
    const [ended, good] = [await harness.addPlayer(), await harness.addPlayer()];
    await end(ended.token);
    const keys = await harness.listRedisKeys();
    expect(keys.length).toBeGreaterThanOrEqual(2);
    for (const key of keys) {
      await harness.deleteRedisKey(key);
      expect({ key, ...(await answers(ended.token)) }).toEqual({ key, ...OLD });
      expect({ key, ...(await answers(good.token)) }).toEqual({ key, ...GOOD });
      await waitUntil(() => harness.areMarkersCurrent(), { what: 'the markers again' });
    }
    await harness.withoutAuth(async () => {
      for (const key of await harness.listRedisKeys()) {
        await harness.deleteRedisKey(key);
        const statuses = Object.values(await answersAtOnce(ended.token));
        for (const status of statuses) expect([401, 503], key).toContain(status);
      }
    });
  });
});
