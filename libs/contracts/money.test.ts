import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, centsFromDollars, dollars, dollarsFromCents } from './money.ts';

describe('money', () => {
  it('gives every amount of cents back after a way through dollars', () => {
    assert(
      property(integer({ min: 0, max: 1_000_000_000 }), (amount) => {
        const price = dollarsFromCents(amount);
        expect(centsFromDollars(price)).toBe(amount);
        expect(dollars.safeParse(price).success).toBe(true);
      }),
    );
  });

  it('is exact where binary fractions are not', () => {
    expect(19.99 * 100).not.toBe(1999);
    expect(centsFromDollars(19.99)).toBe(1999);
    expect(dollarsFromCents(1999)).toBe(19.99);
  });

  it.each([0.001, -1, Number.NaN, Number.POSITIVE_INFINITY, '20', null])(
    'does not take %s for dollars',
    (value) => {
      expect(dollars.safeParse(value).success).toBe(false);
    },
  );

  it.each([0.5, -1, Number.NaN, 1_000_000_001, '20'])('does not take %s for cents', (value) => {
    expect(cents.safeParse(value).success).toBe(false);
  });
});
