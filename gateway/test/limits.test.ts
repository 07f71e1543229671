import { randomUUID } from 'node:crypto';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { type Answer, call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { startRedisLink } from '@cairn/testing/redis-link.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { environmentOf, type Gateway, ownRedisUrl, startGateway } from './gateway.ts';
import { count, withLimitedGateways } from './limited-gateways.ts';
import { json, startUpstream, type UpstreamServer } from './upstream-server.ts';

const ONE = randomUUID();
const TWO = randomUUID();
let upstream: UpstreamServer;
let environment: Record<string, string>;

beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(async () => {
  await upstream?.stop();
});
beforeEach(() => {
  environment = { ...environmentOf(upstream.url), TRUSTED_PROXIES: '1' };
  upstream.seen.length = 0;
  upstream.answer((response, { body }) => {
    const isRight = body.includes('right');
    json(response, isRight ? 200 : 401, isRight ? {} : { error: 'Invalid email or password' });
  });
});

function withGateways(
  count: number,
  changes: Record<string, string>,
  work: (gateways: Gateway[]) => Promise<void>,
): Promise<void> {
  return withLimitedGateways(count, { environment, changes }, work);
}

type LoginOptions = { email?: string; password?: string; from?: string; raw?: Buffer | string };

function logIn(gateway: Gateway | undefined, who: LoginOptions = {}): Promise<Answer> {
  const { email = 'finder@cairn.test', password = 'wrong', from = '10.0.0.1', raw } = who;
  return call(`${gateway?.url}/api/auth/login`, {
    headers: { 'x-forwarded-for': from, 'content-type': 'application/json' },
    raw: raw ?? JSON.stringify({ email, password }),
  });
}

describe('exact counting', () => {
  it('P-5.2 two gateways accept exactly the limit of 1,000 concurrent requests', async () => {
    const LIMITS = JSON.stringify({ 'api-address': { points: 137 } });
    await withGateways(2, { LIMITS }, async ([one, two]) => {
      const answers = await Promise.all(
        Array.from({ length: 1_000 }, (_, index) =>
          call(`${(index % 2 ? one : two)?.url}/api/auth/verify`, {
            headers: { 'x-forwarded-for': '10.0.0.1' },
          }),
        ),
      );
      expect(count(answers, 429)).toBe(863);
      expect(upstream.seen).toHaveLength(137);
    });
  });

  it('P-5.2 reserves logins before their check: ten of a hundred concurrent ones reach the service', async () => {
    await withGateways(2, {}, async ([one, two]) => {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) => logIn(index % 2 ? one : two)),
      );
      expect(count(answers, 401)).toBe(10);
      expect(count(answers, 429)).toBe(90);
      expect(upstream.seen).toHaveLength(10);
    });
  });
});

describe('P-4.5 login', () => {
  it('counts failures only', async () => {
    await withGateways(1, {}, async ([gateway]) => {
      for (let tries = 0; tries < 15; tries += 1) {
        expect((await logIn(gateway, { password: 'right' })).status).toBe(200);
      }
      for (let tries = 0; tries < 10; tries += 1) {
        expect((await logIn(gateway)).status).toBe(401);
      }
      expect((await logIn(gateway, { password: 'right' })).status).toBe(429);
    });
  });

  it('counts per account and address for every spelling of the email', async () => {
    await withGateways(1, {}, async ([gateway]) => {
      const writings = ['finder@cairn.test', ' Finder@Cairn.test ', 'FINDER@CAIRN.TEST'];
      for (let tries = 0; tries < 10; tries += 1) {
        const email = writings[tries % writings.length] ?? '';
        expect((await logIn(gateway, { email })).status).toBe(401);
      }
      for (const email of writings) expect((await logIn(gateway, { email })).status).toBe(429);
      expect((await logIn(gateway, { email: 'other@cairn.test' })).status).toBe(401);
      expect((await logIn(gateway, { from: '10.0.0.2' })).status).toBe(401);
    });
  });

  it('cannot be bypassed with a body that only the service can parse', async () => {
    await withGateways(1, {}, async ([gateway]) => {
      const statuses: number[] = [];
      for (let tries = 0; tries < 12; tries += 1) {
        const raw = Buffer.from(JSON.stringify({ email: `${tries}@cairn.test` }), 'utf16le');
        statuses.push((await logIn(gateway, { raw })).status);
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    });
  });

  it('counts all accounts per address', async () => {
    const LIMITS = JSON.stringify({ 'login-address': { points: 3 } });
    await withGateways(1, { LIMITS }, async ([gateway]) => {
      const ask = (index: number) => logIn(gateway, { email: `${index}@cairn.test` });
      const answers = [await ask(1), await ask(2), await ask(3), await ask(4)];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
      expect(answers.at(-1)?.headers.get('ratelimit-policy')).toBe('"login-address";q=3;w=3600');
    });
  });
});

describe('limit keys', () => {
  const LIMITS = JSON.stringify({
    'signup-address': { points: 1 },
    'payment-intents-user': { points: 2 },
  });

  it('P-5.2 ignore forged X-Forwarded-For addresses', async () => {
    await withGateways(1, { LIMITS }, async ([gateway]) => {
      const signUp = (forwarded: string) =>
        call(`${gateway?.url}/api/auth/signup`, {
          json: { a: 'right' },
          headers: {
            'x-forwarded-for': forwarded,
            'x-real-ip': forwarded,
            forwarded: `for=${forwarded}`,
          },
        });
      // The trusted proxy appended the last one.
      expect((await signUp('1.1.1.1, 10.0.0.9')).status).toBe(200);
      expect((await signUp('2.2.2.2, 10.0.0.9')).status).toBe(429);
      expect((await signUp('3.3.3.3,::ffff:10.0.0.9')).status).toBe(429);
      expect((await signUp('10.0.0.9, 10.0.0.8')).status).toBe(200);
    });
  });

  it('P-5.2 use the /64 network of an IPv6 address', async () => {
    await withGateways(1, { LIMITS }, async ([gateway]) => {
      const signUp = (from: string) =>
        call(`${gateway?.url}/api/auth/signup`, {
          json: { a: 'right' },
          headers: { 'x-forwarded-for': from },
        });
      expect((await signUp('2001:db8:0:1::1')).status).toBe(200);
      expect((await signUp('2001:DB8:0:1:ffff:ffff:ffff:ffff')).status).toBe(429);
      expect((await signUp('2001:db8:0:2::1')).status).toBe(200);
    });
  });

  it('use the user for payment intents, from any address', async () => {
    upstream.answer((response) => json(response, 200, {}));
    await withGateways(1, { LIMITS }, async ([gateway]) => {
      const create = (userId: string, from: string) =>
        call(`${gateway?.url}/api/create-payment-intent`, {
          json: {},
          token: tokenFor({ userId }),
          headers: { 'x-forwarded-for': from },
        });
      expect((await create(ONE, '10.0.0.1')).status).toBe(200);
      expect((await create(ONE, '10.0.0.2')).status).toBe(200);
      expect((await create(ONE, '10.0.0.3')).status).toBe(429);
      expect((await create(TWO, '10.0.0.1')).status).toBe(200);
    });
  });
});

describe('P-5.4 a refused request', () => {
  it('has Retry-After and rate-limit headers', async () => {
    const LIMITS = JSON.stringify({ 'signup-address': { points: 1, seconds: 100 } });
    await withGateways(1, { LIMITS }, async ([gateway]) => {
      const signUp = () => call(`${gateway?.url}/api/auth/signup`, { json: { a: 'right' } });
      const first = await signUp();
      expect(first.headers.get('ratelimit-remaining')).toBe('0');
      const { status, headers, body } = await signUp();
      expect(status).toBe(429);
      const seconds = Number(headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(90);
      expect(seconds).toBeLessThanOrEqual(100);
      expect(Object.fromEntries(headers)).toMatchObject({
        'ratelimit-limit': '1',
        'ratelimit-remaining': '0',
        'ratelimit-reset': String(seconds),
        'ratelimit-policy': '"signup-address";q=1;w=100',
        ratelimit: `"signup-address";r=0;t=${seconds}`,
      });
      expect(body).toEqual({
        error: `Too many attempts. Please try again in ${seconds} seconds.`,
        requestId: headers.get('x-request-id'),
      });
    });
  });

  it('is never a webhook', async () => {
    const LIMITS = JSON.stringify({ 'api-address': { points: 1 } });
    await withGateways(1, { LIMITS }, async ([gateway]) => {
      for (let sent = 0; sent < 5; sent += 1) {
        const answer = await call(`${gateway?.url}/api/webhooks/stripe`, { raw: 'right' });
        expect(answer.status).toBe(200);
        expect(answer.headers.get('ratelimit')).toBeNull();
      }
      expect((await call(`${gateway?.url}/api/config`)).status).toBe(200);
      expect((await call(`${gateway?.url}/api/config`)).status).toBe(429);
    });
  });
});

describe('P-5.4 without Redis', () => {
  const REDIS_URL = 'redis://127.0.0.1:1';

  it('browsing and paying work, few logins are allowed, the back office is closed', async () => {
    await withGateways(1, { REDIS_URL }, async ([gateway]) => {
      upstream.answer((response, { url }) => json(response, url.includes('login') ? 401 : 200, {}));
      const token = tokenFor({ userId: ONE, isAdmin: true });
      for (let attempt = 0; attempt < 50; attempt += 1) {
        expect((await call(`${gateway?.url}/api/hunt/data/x`, { token })).status).toBe(200);
      }
      const intent = await call(`${gateway?.url}/api/create-payment-intent`, { json: {}, token });
      expect(intent.status).toBe(200);
      const logins: number[] = [];
      for (let tries = 0; tries < 5; tries += 1) logins.push((await logIn(gateway)).status);
      expect(logins).toEqual([401, 401, 401, 429, 429]);
      upstream.seen.length = 0;
      const office = await call(`${gateway?.url}/api/admin/accounts`, { token });
      expect(office).toMatchObject({
        status: 503,
        body: { error: 'This is closed for a moment. Please try again.' },
      });
      expect(office.headers.get('retry-after')).toBe('5');
      expect(upstream.seen).toEqual([]);
      expect((await call(`${gateway?.url}/api/webhooks/stripe`, { raw: 'x' })).status).toBe(200);
    });
  });

  it('an exhausted login limit also refuses the correct password', async () => {
    await withGateways(1, { REDIS_URL }, async ([gateway]) => {
      for (let tries = 0; tries < 3; tries += 1) await logIn(gateway);
      expect((await logIn(gateway, { password: 'right' })).status).toBe(429);
      expect((await logIn(gateway, { password: 'right', email: 'b@b.b' })).status).toBe(200);
    });
  });
});

it('P-5.4 a hanging Redis delays requests only briefly, and is used again after it recovers', async () => {
  const link = await startRedisLink();
  try {
    const REDIS_URL = ownRedisUrl().replace(getInfrastructure().redisUrl, link.url);
    await withGateways(1, { REDIS_URL }, async ([gateway]) => {
      await waitUntil(() => gateway?.service.redis.status === 'ready');
      const ask = () => call(`${gateway?.url}/api/config`);
      link.freeze();
      const began = performance.now();
      expect((await ask()).status).toBe(200);
      await waitUntil(() => gateway?.service.redis.status !== 'ready');
      for (let attempt = 0; attempt < 20; attempt += 1) expect((await ask()).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(6_000);
      link.thaw();
      await waitUntil(() => gateway?.service.redis.status === 'ready');
      // The first count in Redis; 21 earlier ones were local.
      expect((await ask()).headers.get('ratelimit-remaining')).toBe('5999');
    });
  } finally {
    await link.stop();
  }
});

describe('configuration', () => {
  it('fails to start with an unknown limit in LIMITS', async () => {
    for (const LIMITS of ['{', '[]', '{"nothing":{"points":1}}', '{"api-address":{"points":0}}']) {
      await expect(
        startGateway({ ...environment, LIMITS, REDIS_URL: ownRedisUrl() }),
      ).rejects.toThrow('LIMITS');
    }
  });
});
