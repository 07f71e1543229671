import { randomUUID } from 'node:crypto';
import { WRONG_PASSWORD } from '@cairn/contracts/http/accounts.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { environmentOf, type Gateway } from './gateway.ts';
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
});

function withGateways(
  count: number,
  changes: Record<string, string>,
  work: (gateways: Gateway[]) => Promise<void>,
): Promise<void> {
  return withLimitedGateways(count, { environment, changes }, work);
}

describe('P-4.5 account recovery', () => {
  const ask = (gateway: Gateway | undefined, call_: string, { email = '', from = '10.0.0.1' }) =>
    call(`${gateway?.url}/api/auth/${call_}`, {
      json: { email },
      headers: { 'x-forwarded-for': from },
    });
  const CALLS = ['password-reset/request', 'resend-verification'];

  beforeEach(() => upstream.answer((response) => json(response, 200, {})));

  it('is limited per recipient address, across both routes and spellings', async () => {
    await withGateways(2, {}, async (gateways) => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          ask(gateways[index % 2], CALLS[index % 2] ?? '', {
            email: index % 3 ? 'finder@cairn.test' : ' Finder@Cairn.test ',
            from: `10.0.1.${index}`,
          }),
        ),
      );
      expect(count(answers, 200)).toBe(5);
      expect(count(answers, 429)).toBe(15);
      const other = await ask(gateways[0], CALLS[0] ?? '', { email: 'other@cairn.test' });
      expect(other.status).toBe(200);
      expect(other.headers.get('ratelimit-policy')).toBe('"recovery-account";q=5;w=3600');
    });
  });

  it('is limited per client address across 60 mailboxes', async () => {
    await withGateways(1, {}, async ([gateway]) => {
      const answers = await Promise.all(
        Array.from({ length: 70 }, (_, index) =>
          ask(gateway, CALLS[index % 2] ?? '', { email: `${index}@cairn.test` }),
        ),
      );
      expect(count(answers, 200)).toBe(60);
      expect(count(answers, 429)).toBe(10);
      const elsewhere = { email: 'finder@cairn.test', from: '10.0.0.2' };
      expect((await ask(gateway, CALLS[0] ?? '', elsewhere)).status).toBe(200);
    });
  });

  it('has no common limit for bodies without an email, which the service refuses', async () => {
    upstream.answer((response) => json(response, 400, {}));
    await withGateways(1, {}, async ([gateway]) => {
      const bodies = ['', '{}', '[]', 'null', '"x"', '{"email":5}', '{"email":["a@b.de"]}'];
      for (const raw of [...bodies, ...bodies]) {
        const url = `${gateway?.url}/api/auth/${CALLS[bodies.indexOf(raw) % 2]}`;
        expect((await call(url, { method: 'POST', raw })).status, raw).toBe(400);
      }
      const unreadable = (from: string) =>
        call(`${gateway?.url}/api/auth/${CALLS[0]}`, {
          raw: '{"email":',
          method: 'POST',
          headers: { 'x-forwarded-for': from },
        });
      for (let tries = 0; tries < 5; tries += 1) await unreadable('10.0.0.7');
      expect((await unreadable('10.0.0.7')).status).toBe(429);
      expect((await unreadable('10.0.0.8')).status).toBe(400);
    });
  });

  it('is limited for every JSON spelling of the email', async () => {
    await withGateways(1, {}, async ([gateway]) => {
      const url = `${gateway?.url}/api/auth/${CALLS[0]}`;
      const type = 'application/json; charset=';
      const send = (charset: string, raw: string) =>
        call(url, { raw, method: 'POST', headers: { 'content-type': type + charset } });
      const statuses: number[] = [];
      for (const raw of [
        '{"email":"finder@cairn.test"}',
        '\ufeff{"email":"finder@cairn.test"}',
        '{"email":"other@cairn.test","email":"finder@cairn.test"}',
        '{"email":"\\u0066inder@cairn.test"}',
        '{"email":"\\tFINDER@cairn.test\\ufeff"}',
        '\ufeff {"email":"finder@cairn.test", "__proto__":{"email":"other@cairn.test"}}',
      ]) {
        statuses.push((await send('UTF-8', raw)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
      upstream.seen.length = 0;
      for (const charset of [
        'utf-7',
        'utf-16le',
        'UTF-32',
        '"utf\\-7"',
        'utf-8; charset=utf-7',
        '',
      ])
        expect((await send(charset, '{"email":"+AGY-inder@cairn.test"}')).status, charset).toBe(
          415,
        );
      expect(upstream.seen).toEqual([]);
    });
  });

  it('uses a local limit while Redis is unavailable', async () => {
    await withGateways(1, { REDIS_URL: 'redis://127.0.0.1:1' }, async ([gateway]) => {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 7; attempt += 1) {
        statuses.push((await ask(gateway, CALLS[0] ?? '', { email: 'finder@cairn.test' })).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    });
  });
});

describe('P-4.5 own password', () => {
  const CALLS = [
    ['auth/change-password', WRONG_PASSWORD.toChange],
    ['account/delete', WRONG_PASSWORD.toDelete],
  ] as const;
  const ask = (gateway: Gateway | undefined, path: string, password: string, userId = ONE) =>
    call(`${gateway?.url}/api/${path}`, { json: { password }, token: tokenFor({ userId }) });

  beforeEach(() => {
    upstream.answer((response, { url, body }) => {
      if (body.includes('right')) return json(response, 200, {});
      if (body.includes('weak')) return json(response, 400, { error: 'too short' });
      const [, error] = CALLS.find(([path]) => url.endsWith(path)) ?? [];
      json(response, 400, { error });
    });
  });

  it('may be wrong ten times per user, across change and deletion', async () => {
    await withGateways(1, {}, async ([gateway]) => {
      for (let tries = 0; tries < 15; tries += 1) {
        expect((await ask(gateway, CALLS[0][0], 'right')).status).toBe(200);
        expect((await ask(gateway, CALLS[0][0], 'weak')).status).toBe(400);
      }
      const guesses = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          ask(gateway, CALLS[index % 2]?.[0] ?? '', 'wrong'),
        ),
      );
      expect(count(guesses, 400)).toBe(10);
      expect(count(guesses, 429)).toBe(10);
      expect((await ask(gateway, CALLS[1][0], 'right')).status).toBe(429);
      expect((await ask(gateway, CALLS[1][0], 'wrong', TWO)).status).toBe(400);
    });
  });

  it('does not count calls with forged tokens against the user', async () => {
    await withGateways(1, {}, async ([gateway]) => {
      const [head, claims] = tokenFor({ userId: ONE }).split('.');
      for (let tries = 0; tries < 15; tries += 1) {
        const forged = { json: { password: 'wrong' }, token: `${head}.${claims}.AAAA` };
        const { status } = await call(`${gateway?.url}/api/${CALLS[0][0]}`, forged);
        expect(status).toBe(400);
      }
      expect((await ask(gateway, CALLS[0][0], 'right')).status).toBe(200);
    });
  });
});
