import type { RejectionReason } from '@cairn/contracts/events/purchases.ts';
import { getUserStatus } from '@cairn/contracts/internal/auth.ts';
import { getOffer, type Offer } from '@cairn/contracts/internal/catalog.ts';
import { AppError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import type { PaymentIntent } from '../stripe/payment-intents.ts';
import type { Attempt } from './attempts.store.ts';

export type AcceptanceOptions = { catalog: ServiceClient; auth: ServiceClient; logger: Logger };

export type Charge = { attempt: Attempt; chargedAt: Date | null };

/** How long an attempt may be paid at the old price after a price change. */
const PRICE_HELD_MS = 30 * 60 * 1000;

/** What catalog and auth know about an attempt; 'unknown' while catalog does not answer. */
export type Acceptance = { offer: Offer | 'none' | 'unknown'; isSuspended: boolean };

export type RejectionCause = Exclude<RejectionReason, 'duplicate'>;

export async function readAcceptance(
  options: AcceptanceOptions,
  attempt: Attempt,
): Promise<Acceptance> {
  const [offer, isSuspended] = await Promise.all([
    findOffer(options, attempt.productId),
    isUserSuspended(options, attempt),
  ]);
  return { offer, isSuspended };
}

/**
 * Why a charge must be refunded; null where it buys membership. While catalog or auth does not
 * answer, the cancel reason, set from events, decides.
 */
export function rejectionReasonOf(
  { offer, isSuspended }: Acceptance,
  charge: Charge,
): RejectionCause | null {
  const { attempt } = charge;
  if (isSuspended) return 'user_suspended';
  if (offer === 'none' || (offer !== 'unknown' && offer.status !== 'active')) return 'hunt_closed';
  const hasOtherPrice = attempt.cancelReason === 'price_changed' || isOtherPrice(attempt, offer);
  return hasOtherPrice && !isPriceHeld(charge) ? 'price_changed' : null;
}

async function findOffer(
  { catalog, logger }: AcceptanceOptions,
  productId: string,
): Promise<Offer | 'none' | 'unknown'> {
  try {
    return await catalog.call(getOffer, { params: { id: productId } });
  } catch (err) {
    if (err instanceof AppError && err.status === 404) return 'none';
    logger.warn({ productId, err }, 'purchase.hunt_not_checked');
    return 'unknown';
  }
}

async function isUserSuspended(
  { auth, logger }: AcceptanceOptions,
  { userId, cancelReason }: Attempt,
): Promise<boolean> {
  if (cancelReason === 'user_suspended') return true;
  try {
    const { status } = await auth.call(getUserStatus, { params: { id: userId } });
    return status === 'suspended';
  } catch (err) {
    // A deleted user: their tombstone decides.
    if (err instanceof AppError && err.status === 404) return false;
    logger.warn({ userId, err }, 'purchase.user_not_checked');
    return false;
  }
}

function isOtherPrice(attempt: Attempt, offer: Offer | 'unknown'): boolean {
  if (offer === 'unknown') return false;
  return offer.priceCents !== attempt.amountCents || offer.currency !== attempt.currency;
}

/** The charge was made before the attempt was canceled, and within 30 minutes of its creation. */
function isPriceHeld({ attempt, chargedAt }: Charge): boolean {
  if (!chargedAt) return false;
  const { createdAt, canceledAt } = attempt;
  if (canceledAt && chargedAt > canceledAt) return false;
  return chargedAt.getTime() - createdAt.getTime() < PRICE_HELD_MS;
}

/** Why an intent cannot be recorded as a purchase. */
export type ValidationError = 'unknown' | 'mismatch' | 'unpaid';

export type ValidIntent = { error: null; intent: PaymentIntent; attempt: Attempt };

export type ValidationResult =
  | { error: ValidationError; intent: PaymentIntent | null; attempt: Attempt | null }
  | ValidIntent;

/** Compares a payment intent, as read from Stripe, with the attempt that it was created for. */
export function validatePaymentIntent(
  intent: PaymentIntent | null,
  attempt: Attempt | null,
  isLive: boolean,
): ValidationResult {
  if (!intent) return { error: 'unknown', intent, attempt };
  if (!attempt || !matchesAttempt(intent, attempt) || intent.livemode !== isLive) {
    return { error: 'mismatch', intent, attempt };
  }
  if (intent.status !== 'succeeded') return { error: 'unpaid', intent, attempt };
  if (intent.amount_received !== attempt.amountCents) {
    return { error: 'mismatch', intent, attempt };
  }
  return { error: null, intent, attempt };
}

/** The user of the attempt, or else of the metadata; null where neither names one. */
export function payerOf({ intent, attempt }: ValidationResult): string | null {
  return attempt?.userId ?? intent?.metadata['userId'] ?? null;
}

function matchesAttempt(intent: PaymentIntent, attempt: Attempt): boolean {
  const { attemptId, userId, productId } = intent.metadata;
  return (
    attemptId === attempt.id &&
    userId === attempt.userId &&
    productId === attempt.productId &&
    intent.amount === attempt.amountCents &&
    intent.currency.toUpperCase() === attempt.currency
  );
}
