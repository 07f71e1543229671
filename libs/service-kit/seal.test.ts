import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seal, UnsealError, unseal } from './seal.ts';

const key = randomBytes(32);

describe('seal', () => {
  it.each(['', 'a', 'Zauberwürfel 🗝️', 'x'.repeat(100_000), 'nul\0inside'])(
    'opens under the same key and context (%#)',
    (plain) => {
      expect(unseal(seal(plain, key, 'place:1'), key, 'place:1')).toBe(plain);
    },
  );

  it('hides the content and never produces the same text twice', () => {
    const once = seal('the content', key, 'place:1');
    expect(once).toMatch(/^v1\.[\w-]+$/);
    expect(Buffer.from(once.slice(3), 'base64url').includes('the content')).toBe(false);
    expect(seal('the content', key, 'place:1')).not.toBe(once);
  });

  it('does not open under another key or context', () => {
    const sealed = seal('the content', key, 'place:1');
    expect(() => unseal(sealed, randomBytes(32), 'place:1')).toThrow(UnsealError);
    expect(() => unseal(sealed, key, 'place:2')).toThrow(UnsealError);
    expect(() => unseal(sealed, key, '')).toThrow(UnsealError);
  });

  it('does not open after any single bit flip', () => {
    const sealed = seal('the content', key, 'place:1');
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const text = `v1.${changed.toString('base64url')}`;
      expect(() => unseal(text, key, 'place:1')).toThrow(UnsealError);
    }
  });

  it('does not open when truncated at any position', () => {
    const sealed = seal('the content', key, 'place:1');
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal(sealed.slice(0, length), key, 'place:1')).toThrow(UnsealError);
    }
  });

  it('does not open in another format or with trailing characters', () => {
    const sealed = seal('the content', key, 'place:1');
    for (const text of [
      sealed.replace('v1', 'v2'),
      sealed.slice(3),
      `${sealed}.`,
      `${sealed}=`,
      `${sealed}\n`,
      `${sealed}!`,
    ]) {
      expect(() => unseal(text, key, 'place:1')).toThrow(UnsealError);
    }
  });
});
