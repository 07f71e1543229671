import { type AppError, UpstreamError } from '@cairn/service-kit/errors.ts';
import Stripe from 'stripe';

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
