import { WRONG_PASSWORD } from '@cairn/contracts/http/accounts.ts';
import type { GatewayLimit } from '@cairn/contracts/http/limits.ts';
import { UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Limiter, Reservation } from '@cairn/service-kit/limiter.ts';
import type { Response } from 'express';
import type { UpstreamAnswer } from './exchange.ts';

export type CountedLimit = { limit: GatewayLimit; key: string };

const WRONG_PASSWORDS = Object.values(WRONG_PASSWORD);

/**
 * Reserves the call in its limits before sending it. Reservations of limits that count failures are released
 * unless the response is a failure, or the client disconnected first: that try may have failed.
 */
export async function callCounted(
  limiter: Limiter<string>,
  counted: CountedLimit[],
  { response, call }: { response: Response; call: () => Promise<UpstreamAnswer> },
): Promise<UpstreamAnswer> {
  const reservations = await reserveAll(limiter, counted);
  for (const { headers } of reservations) setHeaders(response, headers);
  const refundable = reservations.filter((_, index) => counted[index]?.limit.counts === 'failures');
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
  limiter: Limiter<string>,
  counted: CountedLimit[],
): Promise<Reservation[]> {
  const reservations: Reservation[] = [];
  try {
    for (const { limit, key } of counted) {
      reservations.push(await limiter.reserve({ limit: limit.name, key }));
    }
    return reservations;
  } catch (error) {
    await releaseAll(reservations);
    throw error;
  }
}

async function releaseAll(reservations: Reservation[]): Promise<void> {
  await Promise.all(reservations.map((reservation) => reservation.release()));
}
