import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashAddress } from '../suppressions/suppression.ts';
import {
  createUnsubscribeToken,
  readUnsubscribeToken,
  unsubscribeUrl,
} from './unsubscribe-token.ts';

const key = randomBytes(32);
const addressHash = hashAddress('ann@example.com', randomBytes(32));

describe('P-3.5 unsubscribe token', () => {
  it.each([randomUUID(), null])('contains the address hash and the user id (%#)', (userId) => {
    const token = createUnsubscribeToken({ addressHash, userId }, key);
    expect(readUnsubscribeToken(token, key)).toEqual({ addressHash, userId });
  });

  it('needs no URL encoding and contains no address', () => {
    const token = createUnsubscribeToken({ addressHash, userId: null }, key);
    expect(encodeURIComponent(token)).toBe(token);
    for (const part of token.split('.')) {
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toContain('ann@');
    }
    expect(unsubscribeUrl('https://cairn.example', token)).toBe(
      `https://cairn.example/api/unsubscribe?token=${token}`,
    );
  });

  it('is invalid when any character is changed, cut or added', () => {
    const token = createUnsubscribeToken({ addressHash, userId: randomUUID() }, key);
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'a' ? 'b' : 'a';
      expect(
        readUnsubscribeToken(token.slice(0, at) + other + token.slice(at + 1), key),
      ).toBeNull();
      expect(readUnsubscribeToken(token.slice(0, at), key)).toBeNull();
    }
    expect(readUnsubscribeToken(`${token}=`, key)).toBeNull();
  });

  it('is invalid under another key', () => {
    const token = createUnsubscribeToken({ addressHash, userId: null }, randomBytes(32));
    expect(readUnsubscribeToken(token, key)).toBeNull();
  });

  it.each(['', '.', '....', 'v1.all..', 'v2.all.x..y', '\0', '%', 'é'.repeat(500)])(
    'is invalid for malformed input (%#)',
    (token) => {
      expect(readUnsubscribeToken(token, key)).toBeNull();
    },
  );
});
