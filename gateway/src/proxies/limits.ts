import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { WRONG_PASSWORD } from '@cairn/contracts/http/accounts.ts';
import { type GatewayLimit, GENERAL_LIMIT } from '@cairn/contracts/http/limits.ts';
import type { AnyRoute } from '@cairn/contracts/http/route.ts';
import { PUBLIC_ROUTES } from '@cairn/contracts/http/routes.ts';
import { addressKey, clientAddress } from '@cairn/service-kit/client-address.ts';
import { UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Limiter, Reservation } from '@cairn/service-kit/limiter.ts';
import type { RequestHandler, Response } from 'express';
import type { UpstreamAnswer } from './exchange.ts';

export const WEBHOOKS = '/api/webhooks/';

/** Every limit that the gateway counts. */
export const LIMITS: readonly GatewayLimit[] = [
  GENERAL_LIMIT,
  ...new Set(Object.values(PUBLIC_ROUTES).flat().flatMap(gatewayLimitsOf)),
];

export function gatewayLimitsOf({ limits }: Pick<AnyRoute, 'limits'>): GatewayLimit[] {
  return limits.filter((limit) => limit.countedBy === 'gateway');
}

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

/**
 * The account that a body names by its `email`, as a hash, because email addresses must not be stored in
 * Redis. Null if there is none: the service refuses the request. All bodies that cannot be parsed here
 * count as one account per client `address`, so that invalid bytes neither bypass the limit nor
 * use up other callers' limits.
 */
export function accountInBody(body: Buffer, address: string): string | null {
  try {
    const email = readEmail(body);
    return email === null ? null : hashOf(email.trim().toLowerCase());
  } catch {
    return `unreadable:${address}`;
  }
}

/** Parses like the services: ignores a UTF-8 byte order mark, and treats no body as an empty object. */
function readEmail(body: Buffer): string | null {
  const value: unknown = JSON.parse(new TextDecoder().decode(body) || '{}');
  if (typeof value !== 'object' || value === null || !('email' in value)) return null;
  return typeof value.email === 'string' ? value.email : null;
}

function hashOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url').slice(0, 22);
}

export type RequestLimit = {
  /** Counts the request by its address. Rejects again, without counting, a request that it refused. */
  reserve(request: IncomingMessage, key: string): Promise<Reservation>;
  /** Counts a first try of a request at once; null, without counting, where that needs Redis. */
  reserveLeased(key: string): Reservation | null;
};

/** The general limit on /api. */
export function createRequestLimit(limiter: Limiter<string>): RequestLimit {
  const refusals = new WeakMap<IncomingMessage, unknown>();
  return {
    reserveLeased: (key) => limiter.reserveLeased({ limit: GENERAL_LIMIT.name, key }),
    async reserve(request, key) {
      if (refusals.has(request)) throw refusals.get(request);
      try {
        return await limiter.reserve({ limit: GENERAL_LIMIT.name, key });
      } catch (refusal) {
        refusals.set(request, refusal);
        throw refusal;
      }
    },
  };
}

/** Webhooks are exempt: a refused one would delay recording a payment. */
export function limitRequests(limit: RequestLimit): RequestHandler {
  return async (request, response, next) => {
    const { path } = request;
    if (!path.startsWith('/api/') || path.startsWith(WEBHOOKS)) return next();
    const { headers } = await limit.reserve(request, addressKey(clientAddress(request)));
    setHeaders(response, headers);
    next();
  };
}
