import { WRONG_PASSWORD } from '@cairn/contracts/http/accounts.ts';
import { UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Claim, Limiter, Reservation } from '@cairn/service-kit/limiter.ts';
import type { Response } from 'express';
import { LIMITS, type LimitName } from '../limits/limits.ts';
import type { UpstreamAnswer } from './exchange.ts';

const WRONG_PASSWORDS = Object.values(WRONG_PASSWORD);

/**
 * Reserves the call in its limits before sending it. Reservations of limits that count failures are released
 * unless the response is a failure, or the client disconnected first: that try may have failed.
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
    if (!isFailure(answer)) await releaseAll(refundable);
    return answer;
  } catch (error) {
    if (error instanceof UpstreamError) await releaseAll(refundable);
    throw error;
  }
}

export function setHeaders(response: Response, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** A wrong login, or a wrong own password of an authenticated user. */
function isFailure({ status, body }: UpstreamAnswer): boolean {
  if (status === 401) return true;
  return status === 400 && WRONG_PASSWORDS.some((text) => body.includes(`"${text}"`));
}

/** If one limit refuses, the earlier reservations are released. */
async function reserveAll(
  limiter: Limiter<LimitName>,
  claims: Claim<LimitName>[],
): Promise<Reservation[]> {
  const reservations: Reservation[] = [];
  try {
    for (const claim of claims) reservations.push(await limiter.reserve(claim));
    return reservations;
  } catch (error) {
    await releaseAll(reservations);
    throw error;
  }
}

async function releaseAll(reservations: Reservation[]): Promise<void> {
  await Promise.all(reservations.map((reservation) => reservation.release()));
}

function countsFailuresOnly(claim: Claim<LimitName> | undefined): boolean {
  return claim !== undefined && LIMITS[claim.limit].counts === 'failures';
}
