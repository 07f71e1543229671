import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  BULK_KINDS,
  hashAddress,
  listSuppressedKinds,
  reasonNotToSend,
  type Suppression,
  type SuppressionCause,
} from './suppression.ts';

describe('hashAddress', () => {
  const key = randomBytes(32);

  it('ignores case and surrounding whitespace', () => {
    expect(hashAddress(' Ann@Example.com', key)).toEqual(hashAddress('ann@example.com', key));
  });

  it('differs for another key and for another address', () => {
    const hash = hashAddress('ann@example.com', key);
    expect(hashAddress('ann@example.com', randomBytes(32))).not.toEqual(hash);
    expect(hashAddress('bea@example.com', key)).not.toEqual(hash);
  });
});

describe('P-3.4 reasonNotToSend', () => {
  const caused = (cause: SuppressionCause): Suppression => ({ cause, kinds: null });

  it('suppresses bulk mail only after an unsubscribe', () => {
    for (const kind of BULK_KINDS) {
      expect(reasonNotToSend([caused('unsubscribe')], kind)).toBe('unsubscribe');
    }
    expect(reasonNotToSend([caused('unsubscribe')], 'account')).toBeNull();
  });

  it.each(['bounce', 'spam', 'drop', 'stop'] as const)(
    'suppresses every kind after %s where the row names no kinds',
    (cause) => {
      expect(reasonNotToSend([caused(cause)], 'alert')).toBe(cause);
      expect(reasonNotToSend([caused('unsubscribe'), caused(cause)], 'account')).toBe(cause);
    },
  );

  it('P-3.8 suppresses only the kinds that a spam report names', () => {
    const report: Suppression = { cause: 'spam', kinds: ['contact'] };
    expect(reasonNotToSend([report], 'contact')).toBe('spam');
    for (const kind of ['alert', 'mailing', 'account', 'staff'] as const) {
      expect(reasonNotToSend([report], kind)).toBeNull();
    }
    expect(listSuppressedKinds([report, caused('unsubscribe')])).toEqual([
      'contact',
      'alert',
      'mailing',
    ]);
  });

  it('returns null without suppressions', () => {
    expect(reasonNotToSend([], 'mailing')).toBeNull();
  });
});
