import { type AppError, UpstreamError } from '@cairn/service-kit/errors.ts';
import Stripe from 'stripe';

const CALM_TEXT = 'An unexpected error occurred. Please try again.';

/** Stripe answered, with an error. It repeats that answer for as long as it knows the idempotency key. */
export class StripeRefusedError extends UpstreamError {
  override name = 'StripeRefusedError';
}

/** What a caller may see of a failed call to Stripe. */
export function toUpstreamError(error: unknown): AppError {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const cause = withoutBody(error);
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return new UpstreamError(CALM_TEXT, { status: isTimeout(error) ? 504 : 502, cause });
  }
  if (error instanceof Stripe.errors.StripeRateLimitError) {
    return new UpstreamError(CALM_TEXT, { status: 503, cause });
  }
  return new StripeRefusedError(CALM_TEXT, { status: 502, cause });
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === code;
}

/** A StripeError carries the whole answer, and with it client secrets, into every log. */
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
