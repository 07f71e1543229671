import type { Claim, Limiter, Reservation } from '@cairn/service-kit/limiter.ts';

/**
 * Reserves all of `claims`, in their order, and then does the work. If one is refused or the work
 * fails, all reservations are given back: only successes count.
 */
export async function countSuccess<Name extends string, Result>(
  limiter: Limiter<Name>,
  claims: readonly Claim<Name>[],
  work: () => Promise<Result>,
): Promise<Result> {
  const reserved = await reserveAll(limiter, claims);
  try {
    return await work();
  } catch (error) {
    await giveBackAll(reserved);
    throw error;
  }
}

/** All or nothing; throws 429 with what was reserved given back. */
export async function reserveAll<Name extends string>(
  limiter: Limiter<Name>,
  claims: readonly Claim<Name>[],
): Promise<Reservation[]> {
  const reserved: Reservation[] = [];
  try {
    for (const claim of claims) reserved.push(await limiter.reserve(claim));
    return reserved;
  } catch (error) {
    await giveBackAll(reserved);
    throw error;
  }
}

export async function giveBackAll(reserved: readonly Reservation[]): Promise<void> {
  await Promise.all(reserved.map((reservation) => reservation.giveBack()));
}
