import type { Claim, Limiter, Reservation } from '@cairn/service-kit/limiter.ts';

/**
 * Reserves all of `claims`, in their order, and then does the work. Where one is refused, or the
 * work fails, what was reserved is given back: only successes count.
 */
export async function countSuccess<Name extends string, Result>(
  limiter: Limiter<Name>,
  claims: readonly Claim<Name>[],
  work: () => Promise<Result>,
): Promise<Result> {
  const reserved: Reservation[] = [];
  try {
    for (const claim of claims) reserved.push(await limiter.reserve(claim));
    return await work();
  } catch (error) {
    await Promise.all(reserved.map((reservation) => reservation.giveBack()));
    throw error;
  }
}
