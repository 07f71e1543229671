import type { Limit } from '@cairn/contracts/http/limits.ts';
import type { AnyRoute, OwnerLimitName } from '@cairn/contracts/http/route.ts';
import { LIMITS } from '@cairn/contracts/http/routes.ts';
import { z } from 'zod';

const override = z
  .object({ points: z.int().positive(), seconds: z.int().positive() })
  .partial()
  .strict();

/** An unknown name is an error: a mistyped limit is not ignored. */
const overrides = z.partialRecord(z.enum([...LIMITS.keys()]), override);

export type LimitOverrides = z.infer<typeof overrides>;

/** The variable LIMITS, the same for every process: `{"login-address": {"points": 50}}`. */
export const limitOverrides = z
  .string()
  .default('{}')
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(overrides);

/** Limits by name, with overrides from the configuration. */
export function applyOverrides<Row extends Limit>(
  limits: readonly Row[],
  changes: LimitOverrides,
): Record<string, Row> {
  return Object.fromEntries(limits.map((row) => [row.name, { ...row, ...changes[row.name] }]));
}

/** The limits of `routes` that their owner counts. */
export function ownerLimits<Route extends Pick<AnyRoute, 'limits'>>(
  routes: readonly Route[],
  changes: LimitOverrides,
): Record<OwnerLimitName<Route>, Limit> {
  const own = routes.flatMap(({ limits }) => limits.filter((row) => row.countedBy === 'owner'));
  return applyOverrides(own, changes) as Record<OwnerLimitName<Route>, Limit>;
}
