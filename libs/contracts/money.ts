import { z } from 'zod';

/** An amount in a body of the API: dollars with at most two decimals, `25` or `19.99`. */
export const dollars = z.number().nonnegative().multipleOf(0.01).max(10_000_000);

/** A sum of amounts: a prize may exceed the maximum of a single amount. */
export const sumOfDollars = z.number().nonnegative().multipleOf(0.01);

/** An amount in events, databases and at Stripe: whole cents. */
export const cents = z.int().nonnegative().max(1_000_000_000);

/** ISO 4217, upper case. */
export const currency = z.string().regex(/^[A-Z]{3}$/);

export function dollarsFromCents(amount: number): number {
  return amount / 100;
}

/** Rounds to the nearest cent, since 19.99 * 100 is not 1999 in binary. */
export function centsFromDollars(amount: number): number {
  return Math.round(amount * 100);
}
