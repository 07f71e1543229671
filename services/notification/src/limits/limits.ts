import { setPhone, verifyPhone } from '@cairn/contracts/http/alerts.ts';
import { sendContactMessage } from '@cairn/contracts/http/messages.ts';
import type { OwnerLimitName } from '@cairn/contracts/http/route.ts';
import type { Limiter, LimitKey, Reservation } from '@cairn/service-kit/limiter.ts';

/** The routes whose limits this service counts. */
export const LIMITED_ROUTES = [sendContactMessage, setPhone, verifyPhone] as const;

export type LimitName = OwnerLimitName<(typeof LIMITED_ROUTES)[number]>;

/**
 * Reserves all keys in order, then does the work. If a key is refused or the work fails, releases all
 * reservations: only successes count.
 */
export async function countSuccess<Name extends string, Result>(
  limiter: Limiter<Name>,
  keys: readonly LimitKey<Name>[],
  work: () => Promise<Result>,
): Promise<Result> {
  const reserved = await reserveAll(limiter, keys);
  try {
    return await work();
  } catch (error) {
    await releaseAll(reserved);
    throw error;
  }
}

/** All or nothing: releases what it reserved before it throws 429. */
export async function reserveAll<Name extends string>(
  limiter: Limiter<Name>,
  keys: readonly LimitKey<Name>[],
): Promise<Reservation[]> {
  const reserved: Reservation[] = [];
  try {
    for (const key of keys) reserved.push(await limiter.reserve(key));
    return reserved;
  } catch (error) {
    await releaseAll(reserved);
    throw error;
  }
}

export async function releaseAll(reserved: readonly Reservation[]): Promise<void> {
  await Promise.all(reserved.map((reservation) => reservation.release()));
}
