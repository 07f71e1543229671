import { type AppError, UpstreamError } from '@cairn/service-kit/errors.ts';
import Stripe from 'stripe';
import type { Config } from '../config.ts';

const TIMEOUT_MS = 8_000;

export function createStripe(config: Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_API_URL'>): Stripe {
  return new Stripe(config.STRIPE_SECRET_KEY, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    typescript: true,
    ...(config.STRIPE_API_URL ? addressOf(config.STRIPE_API_URL) : {}),
  });
}

/** An intent of the other mode must not be accepted. */
export function isLiveKey(secretKey: string): boolean {
  return secretKey.includes('_live_');
}

function addressOf(text: string): { protocol: 'http' | 'https'; host: string; port: number } {
  const url = new URL(text);
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  const port = url.port === '' ? (protocol === 'http' ? 80 : 443) : Number(url.port);
  return { protocol, host: url.hostname, port };
}

const UNEXPECTED_TEXT = 'An unexpected error occurred. Please try again.';

/** Stripe answered with an error, which it replays while it stores the idempotency key. */
export class StripeRefusedError extends UpstreamError {
  override name = 'StripeRefusedError';
}

/** The error for the caller: without details of the call to Stripe. */
export function toUpstreamError(error: unknown): AppError {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const cause = withoutBody(error);
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return new UpstreamError(UNEXPECTED_TEXT, { status: isTimeout(error) ? 504 : 502, cause });
  }
  if (error instanceof Stripe.errors.StripeRateLimitError) {
    return new UpstreamError(UNEXPECTED_TEXT, { status: 503, cause });
  }
  return new StripeRefusedError(UNEXPECTED_TEXT, { status: 502, cause });
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

/** A StripeError holds the response body with its client secrets, which must not be logged. */
function withoutBody(error: Stripe.errors.StripeError): Error {
  const { type, code, statusCode, requestId } = error;
  return new Error(
    `${type} ${code ?? ''} ${statusCode ?? ''} ${requestId ?? ''}: ${error.message}`,
  );
}

function isTimeout(error: Stripe.errors.StripeError): boolean {
  const { detail } = error;
  return detail instanceof Error && 'code' in detail && detail.code === 'ETIMEDOUT';
}
