import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents, centsFromDollars, dollars, dollarsFromCents } from './money.ts';

describe('money', () => {
  it('converts every amount of cents to dollars and back', () => {
    assert(
      property(integer({ min: 0, max: 1_000_000_000 }), (amount) => {
        const price = dollarsFromCents(amount);
        expect(centsFromDollars(price)).toBe(amount);
        expect(dollars.safeParse(price).success).toBe(true);
      }),
    );
  });

  it('is exact for amounts without an exact binary fraction', () => {
    expect(19.99 * 100).not.toBe(1999);
    expect(centsFromDollars(19.99)).toBe(1999);
    expect(dollarsFromCents(1999)).toBe(19.99);
  });

  it.each([0.001, -1, Number.NaN, Number.POSITIVE_INFINITY, '20', null])(
    'rejects %s as dollars',
    (value) => {
      expect(dollars.safeParse(value).success).toBe(false);
    },
  );

  it.each([0.5, -1, Number.NaN, 1_000_000_001, '20'])('rejects %s as cents', (value) => {
    expect(cents.safeParse(value).success).toBe(false);
  });
});
