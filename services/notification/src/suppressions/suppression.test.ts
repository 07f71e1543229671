import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashAddress } from './address-hash.ts';
import { reasonNotToSend } from './suppression.ts';

describe('hashAddress', () => {
  const key = randomBytes(32);

  it('is the same for the same mailbox, however it is written', () => {
    expect(hashAddress(' Ann@Example.com', key)).toEqual(hashAddress('ann@example.com', key));
  });

  it('is another under another key, and for another address', () => {
    const hash = hashAddress('ann@example.com', key);
    expect(hashAddress('ann@example.com', randomBytes(32))).not.toEqual(hash);
    expect(hashAddress('bea@example.com', key)).not.toEqual(hash);
  });
});

describe('P-3.4 what a suppression holds back', () => {
  it('is bulk mail alone after an unsubscribe', () => {
    expect(reasonNotToSend(['unsubscribe'], { isBulk: true })).toBe('unsubscribe');
    expect(reasonNotToSend(['unsubscribe'], { isBulk: false })).toBeNull();
  });

  it.each(['bounce', 'spam', 'drop', 'stop'] as const)('is everything after a %s', (cause) => {
    expect(reasonNotToSend([cause], { isBulk: true })).toBe(cause);
    expect(reasonNotToSend(['unsubscribe', cause], { isBulk: false })).toBe(cause);
  });

  it('is nothing where there is none', () => {
    expect(reasonNotToSend([], { isBulk: true })).toBeNull();
  });
});
