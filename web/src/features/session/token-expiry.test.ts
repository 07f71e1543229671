import { expect, test } from 'vitest';
import { isTokenAlive } from './token-expiry.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');

function tokenWith(payload: unknown): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256' })}.${part(payload)}.c2lnbmF0dXJl`;
}

test('a token lives until the second of its exp', () => {
  expect(isTokenAlive(tokenWith({ exp: NOW / 1000 + 1 }), NOW)).toBe(true);
  expect(isTokenAlive(tokenWith({ exp: NOW / 1000 }), NOW)).toBe(false);
});

test('a payload whose base64url has - and _ is read', () => {
  const token = tokenWith({ exp: NOW / 1000 + 60, name: '???>>>~~~ÿÿ' });
  expect(token).toMatch(/[-_]/);
  expect(isTokenAlive(token, NOW)).toBe(true);
});

test.each([null, '', 'x', 'a.b.c', tokenWith({}), tokenWith({ exp: 'soon' }), tokenWith(null)])(
  '%j is dead',
  (token) => {
    expect(isTokenAlive(token, NOW)).toBe(false);
  },
);
