import { claimTreasure, verifyStashCode } from '@cairn/contracts/http/claims.ts';
import type { OwnerLimitName } from '@cairn/contracts/http/route.ts';
import type { Limiter, Reservation } from '@cairn/service-kit/limiter.ts';

/** The routes whose limits this service counts. */
export const LIMITED_ROUTES = [claimTreasure, verifyStashCode] as const;

export type CodeLimit = OwnerLimitName<(typeof LIMITED_ROUTES)[number]>;

/**
 * Counts a try against the budget of wrong codes that all addresses share (P-5.6). Once it is spent,
 * each address has one try a minute, so that no finder is locked out. The caller gives the try back
 * when the code was right. Throws 429.
 */
export async function reserveWrongCode(
  limiter: Limiter<CodeLimit>,
  { subject, addressKey }: { subject: string; addressKey: string },
): Promise<Reservation> {
  const budget = await limiter.tryReserve({ limit: 'wrong-codes-hunt', key: subject });
  if (budget) return budget;
  const key = `${subject}:${addressKey}`;
  return limiter.reserve({ limit: 'wrong-codes-hunt-address', key });
}
