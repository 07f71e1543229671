import { WRONG_PASSWORD } from '@cairn/contracts/http/accounts.ts';
import { UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Claim, Limiter, Reservation } from '@cairn/service-kit/limiter.ts';
import type { Response } from 'express';
import { LIMITS, type LimitName } from '../limits/limits.ts';
import type { UpstreamAnswer } from './exchange.ts';

const WRONG_PASSWORDS = Object.values(WRONG_PASSWORD);

/**
 * Counts the tries before their work. Those of which only failures count are given back, unless the
 * answer was a failure, or the caller hung up before it: that try may have been a wrong one.
 */
export async function callCounted(
  limiter: Limiter<LimitName>,
  claims: Claim<LimitName>[],
  { response, call }: { response: Response; call: () => Promise<UpstreamAnswer> },
): Promise<UpstreamAnswer> {
  const reservations = await reserveAll(limiter, claims);
  for (const { headers } of reservations) setHeaders(response, headers);
  const refundable = reservations.filter((_, index) => countsFailuresOnly(claims[index]));
  try {
    const answer = await call();
    if (!isFailure(answer)) await giveBack(refundable);
    return answer;
  } catch (error) {
    if (error instanceof UpstreamError) await giveBack(refundable);
    throw error;
  }
}

export function setHeaders(response: Response, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** A wrong login, or a wrong own password of somebody who is logged in. */
function isFailure({ status, body }: UpstreamAnswer): boolean {
  if (status === 401) return true;
  return status === 400 && WRONG_PASSWORDS.some((text) => body.includes(`"${text}"`));
}

/** Where one is refused, those before it were not used. */
async function reserveAll(
  limiter: Limiter<LimitName>,
  claims: Claim<LimitName>[],
): Promise<Reservation[]> {
  const reservations: Reservation[] = [];
  try {
    for (const claim of claims) reservations.push(await limiter.reserve(claim));
    return reservations;
  } catch (error) {
    await giveBack(reservations);
    throw error;
  }
}

async function giveBack(reservations: Reservation[]): Promise<void> {
  await Promise.all(reservations.map((reservation) => reservation.giveBack()));
}

function countsFailuresOnly(claim: Claim<LimitName> | undefined): boolean {
  return claim !== undefined && LIMITS[claim.limit].counts === 'failures';
}
