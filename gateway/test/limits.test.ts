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

type Who = { email?: string; password?: string; from?: string; raw?: Buffer | string };

function logIn(gateway: Gateway | undefined, who: Who = {}): Promise<Answer> {
  const { email = 'finder@cairn.test', password = 'wrong', from = '10.0.0.1', raw } = who;
  return call(`${gateway?.url}/api/auth/login`, {
    headers: { 'x-forwarded-for': from, 'content-type': 'application/json' },
    raw: raw ?? JSON.stringify({ email, password }),
  });
}

describe('exactness', () => {
  it('P-5.2 lets exactly the limit through of 1,000 at once over two gateways', async () => {
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

  it('P-5.2 counts failed logins before they are checked: ten of a hundred at once get to try', async () => {
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

  it('counts one account from one address, however the email is written', async () => {
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

  it('cannot be got around with a body that only the service can read', async () => {
    await withGateways(1, {}, async ([gateway]) => {
      const statuses: number[] = [];
      for (let tries = 0; tries < 12; tries += 1) {
        const raw = Buffer.from(JSON.stringify({ email: `${tries}@cairn.test` }), 'utf16le');
        statuses.push((await logIn(gateway, { raw })).status);
      }
      expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    });
  });

  it('counts all accounts of one address together', async () => {
    const LIMITS = JSON.stringify({ 'login-address': { points: 3 } });
    await withGateways(1, { LIMITS }, async ([gateway]) => {
      const ask = (index: number) => logIn(gateway, { email: `${index}@cairn.test` });
      const answers = [await ask(1), await ask(2), await ask(3), await ask(4)];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 429]);
      expect(answers.at(-1)?.headers.get('ratelimit-policy')).toBe('"login-address";q=3;w=3600');
    });
  });
});

describe('whom a limit counts', () => {
  const LIMITS = JSON.stringify({
    'signup-address': { points: 1 },
    'payment-intents-user': { points: 2 },
  });

  it('P-5.2 is not changed by addresses that the client makes up', async () => {
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
      // The last one is what our own proxy saw.
      expect((await signUp('1.1.1.1, 10.0.0.9')).status).toBe(200);
      expect((await signUp('2.2.2.2, 10.0.0.9')).status).toBe(429);
      expect((await signUp('3.3.3.3,::ffff:10.0.0.9')).status).toBe(429);
      expect((await signUp('10.0.0.9, 10.0.0.8')).status).toBe(200);
    });
  });

  it('P-5.2 is an IPv6 network of 64 bits', async () => {
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

  it('is the user for payment intents, wherever they are', async () => {
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

describe('P-5.4 a refusal', () => {
  it('says when to come back, and how the limit stands', async () => {
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

  it('never meets a webhook', async () => {
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

describe('P-5.4 while Redis is away', () => {
  const REDIS_URL = 'redis://127.0.0.1:1';

  it('one can look around and pay, log in a few times, and not enter the back office', async () => {
    await withGateways(1, { REDIS_URL }, async ([gateway]) => {
      upstream.answer((response, { url }) => json(response, url.includes('login') ? 401 : 200, {}));
      const token = tokenFor({ userId: ONE, isAdmin: true });
      for (let asked = 0; asked < 50; asked += 1) {
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

  it('keeps its strictness for the right password too, once it is used up', async () => {
    await withGateways(1, { REDIS_URL }, async ([gateway]) => {
      for (let tries = 0; tries < 3; tries += 1) await logIn(gateway);
      expect((await logIn(gateway, { password: 'right' })).status).toBe(429);
      expect((await logIn(gateway, { password: 'right', email: 'b@b.b' })).status).toBe(200);
    });
  });
});

it('P-5.4 a Redis that hangs holds nobody up for long, and is used again when it answers', async () => {
  const link = await startRedisLink();
  try {
    const REDIS_URL = ownRedisUrl().replace(getInfrastructure().redisUrl, link.url);
    await withGateways(1, { REDIS_URL }, async ([gateway]) => {
      await waitUntil(() => gateway?.context.redis.status === 'ready');
      const ask = () => call(`${gateway?.url}/api/config`);
      link.freeze();
      const began = performance.now();
      expect((await ask()).status).toBe(200);
      await waitUntil(() => gateway?.context.redis.status !== 'ready');
      for (let asked = 0; asked < 20; asked += 1) expect((await ask()).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(6_000);
      link.thaw();
      await waitUntil(() => gateway?.context.redis.status === 'ready');
      // The first count that Redis heard of; the local ones were 21.
      expect((await ask()).headers.get('ratelimit-remaining')).toBe('5999');
    });
  } finally {
    await link.stop();
  }
});

describe('configuration', () => {
  it('does not start with a limit that there is not', async () => {
    for (const LIMITS of ['{', '[]', '{"nothing":{"points":1}}', '{"api-address":{"points":0}}']) {
      await expect(
        startGateway({ ...environment, LIMITS, REDIS_URL: ownRedisUrl() }),
      ).rejects.toThrow('LIMITS');
    }
  });
});
