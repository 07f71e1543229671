import { expect, test } from 'vitest';
import { isTokenUnexpired } from './token-expiry.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');

function tokenWith(payload: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part(payload)}.c2lnbmF0dXJl`;
}

test('a token is valid until the second of its exp', () => {
  expect(isTokenUnexpired(tokenWith({ exp: NOW / 1000 + 1 }), NOW)).toBe(true);
  expect(isTokenUnexpired(tokenWith({ exp: NOW / 1000 }), NOW)).toBe(false);
});

test('decodes a base64url payload that contains - and _', () => {
  const token = tokenWith({ exp: NOW / 1000 + 60, name: '???>>>~~~ÿÿ' });
  expect(token).toMatch(/[-_]/);
  expect(isTokenUnexpired(token, NOW)).toBe(true);
});

test.each([null, '', 'x', 'a.b.c', tokenWith({}), tokenWith({ exp: 'soon' }), tokenWith(null)])(
  '%j is not valid',
  (token) => {
    expect(isTokenUnexpired(token, NOW)).toBe(false);
  },
);
