import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentOf, type Gateway, startGateway } from './gateway.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await startGateway(environmentOf('http://127.0.0.1:1'));
});
afterAll(() => gateway?.stop());

it.each(['/verify-email', '/reset-password', '/unsubscribe-success', '/api/unsubscribe'])(
  'the link token of %s is not in any referrer of the page’s assets',
  async (path) => {
    const { headers } = await call(`${gateway.url}${path}?token=secret`);
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    const without = await call(gateway.url + path);
    expect(without.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  },
);
