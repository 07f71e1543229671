import { getOffer, type Offer } from '@cairn/contracts/internal/catalog.ts';
import { dollarsFromCents } from '@cairn/contracts/money.ts';
import { isErased } from '@cairn/events/erased-users.store.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import {
  AppError,
  ConflictError,
  NotFoundError,
  UnauthenticatedError,
  UpstreamError,
} from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';
import {
  type Attempt,
  attachIntent,
  cancelAttempt,
  findOpenAttempt,
  insertAttempt,
  type OfferedTerms,
  saveClientAddress,
  updateDescription,
} from '../purchases/attempts.store.ts';
import type { Purchases } from '../purchases/purchases.service.ts';
import { hasMembership } from '../purchases/purchases.store.ts';
import type { PaymentIntent, PaymentIntents } from '../stripe/payment-intents.ts';
import { StripeRefusedError } from '../stripe/stripe-client.ts';
import type { Declines } from './declines.service.ts';

export type AttemptRequest = {
  userId: string;
  productId: string;
  clientAddress: string;
  /** The price that the page showed; 409 if the current price differs. */
  shownCents?: number;
};

export type Attempts = {
  /** Returns the client secret of the user's only open intent for the product, at the current price. */
  begin(request: AttemptRequest): Promise<string>;
};

export type AttemptsOptions = {
  pool: Pool;
  logger: Logger;
  intents: PaymentIntents;
  catalog: ServiceClient;
  purchases: Pick<Purchases, 'recordCharge'>;
  declines: Pick<Declines, 'assertWithinLimits'>;
};

// Each round returns an open intent, or ends with its attempt closed by this or another call.
const MAX_ROUNDS = 5;

export function createAttempts(options: AttemptsOptions): Attempts {
  return { begin: (request) => begin(options, request) };
}

async function begin(options: AttemptsOptions, request: AttemptRequest): Promise<string> {
  const { userId, productId, clientAddress } = request;
  await options.declines.assertWithinLimits({ userId, clientAddress });
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const existing = await findOpenAttempt(options.pool, userId, productId);
    // Read after the attempt, so that the offer's price is the newer one where they differ.
    const terms = termsOf(await readOpenOffer(options.catalog, productId));
    assertShownPrice(request, terms);
    const attempt = await ensureAttempt(options, { userId, existing, terms });
    const intent = attempt && (await ensureIntent(options, attempt, terms));
    if (attempt && intent) {
      if (attempt.clientAddress !== clientAddress) {
        await saveClientAddress(options.pool, attempt.id, clientAddress);
      }
      return secretOf(intent);
    }
  }
  options.logger.error({ productId }, 'payment_attempt.not_prepared');
  throw new UpstreamError('An unexpected error occurred. Please try again.', { status: 503 });
}

/**
 * Checks membership only after the attempt exists: a concurrently recorded charge closes its attempt
 * and inserts the purchase in one commit. Null where another call inserted the attempt first.
 */
function ensureAttempt(
  { pool }: AttemptsOptions,
  { userId, existing, terms }: { userId: string; existing: Attempt | null; terms: OfferedTerms },
): Promise<Attempt | null> {
  return inTransaction(pool, async (tx) => {
    if (await isErased(tx, userId)) throw new UnauthenticatedError();
    const attempt = existing ?? (await insertAttempt(tx, userId, terms));
    if (await hasMembership(tx, userId, terms.productId)) throw alreadyJoined();
    return attempt;
  });
}

/** Null where the attempt is closed and a new one is needed. */
async function ensureIntent(
  options: AttemptsOptions,
  attempt: Attempt,
  terms: OfferedTerms,
): Promise<PaymentIntent | null> {
  const { pool, intents } = options;
  if (!hasSamePrice(attempt, terms)) return cancelForNewPrice(options, attempt);
  if (!attempt.intentId) return createIntent(options, attempt);
  const intent = await intents.find(attempt.intentId);
  if (intent?.status === 'succeeded') return recordPaid(options, intent.id);
  if (!intent || intent.status === 'canceled') {
    await cancelAttempt(pool, { id: attempt.id, intentId: attempt.intentId });
    return null;
  }
  if (hasOtherDescription(attempt, terms)) await updateDescription(pool, attempt.id, terms);
  return intent;
}

async function createIntent(
  { pool, logger, intents }: AttemptsOptions,
  attempt: Attempt,
): Promise<PaymentIntent | null> {
  const intent = await intents.create(attempt).catch(async (error: unknown) => {
    // Stripe would replay the error for this idempotency key for a day.
    if (error instanceof StripeRefusedError)
      await cancelAttempt(pool, { id: attempt.id, intentId: null });
    throw error;
  });
  if (!intent) return null;
  const ids = { attemptId: attempt.id, paymentIntentId: intent.id };
  logger.info(ids, 'payment_attempt.intent_created');
  if (await attachIntent(pool, attempt.id, intent.id)) return intent;
  // A concurrent call closed the attempt, so its intent must not be paid.
  await intents.cancel(intent.id);
  return null;
}

/** Cancels the old intent first, so that only one of the two prices can be paid. */
async function cancelForNewPrice(options: AttemptsOptions, attempt: Attempt): Promise<null> {
  const { pool, intents, logger } = options;
  if (attempt.intentId) {
    const intent = await intents.cancel(attempt.intentId);
    if (intent.status === 'succeeded') return recordPaid(options, intent.id);
    if (intent.status !== 'canceled') throw new ConflictError('Your payment is under way.');
  }
  const { id, intentId } = attempt;
  await cancelAttempt(pool, { id, intentId, reason: 'price_changed' });
  logger.info({ attemptId: attempt.id }, 'payment_attempt.price_changed');
  return null;
}

/** The intent was paid in another tab, or its answer was lost. Null where the charge is refunded. */
async function recordPaid({ purchases }: AttemptsOptions, intentId: string): Promise<null> {
  const recorded = await purchases.recordCharge(intentId);
  if (recorded.error === null && recorded.status === 'rejected') return null;
  throw alreadyJoined();
}

async function readOpenOffer(catalog: ServiceClient, productId: string): Promise<Offer> {
  const offer = await catalog
    .call(getOffer, { params: { id: productId } })
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error instanceof UpstreamError) throw error;
      if (error.status === 404) throw new NotFoundError('This hunt does not exist.');
      throw new UpstreamError('Something went wrong. Please try again.', {
        status: 502,
        cause: error,
      });
    });
  if (offer.status !== 'active') throw new ConflictError('This hunt is not open.');
  return offer;
}

/** The payer agreed only to the price on the button. */
function assertShownPrice(
  { shownCents }: AttemptRequest,
  { amountCents, currency }: OfferedTerms,
): void {
  if (shownCents === undefined || shownCents === amountCents) return;
  const price = dollarsFromCents(amountCents).toLocaleString('en-US', {
    style: 'currency',
    currency,
  });
  throw new ConflictError(`The price of this hunt is ${price} now.`);
}

function termsOf({ title, priceCents, status: _, ...offer }: Offer): OfferedTerms {
  return { ...offer, productTitle: title, amountCents: priceCents };
}

function hasSamePrice(attempt: Attempt, terms: OfferedTerms): boolean {
  return attempt.amountCents === terms.amountCents && attempt.currency === terms.currency;
}

function hasOtherDescription(attempt: Attempt, terms: OfferedTerms): boolean {
  return (
    attempt.productTitle !== terms.productTitle ||
    attempt.handle !== terms.handle ||
    attempt.region !== terms.region ||
    attempt.bonusCents !== terms.bonusCents
  );
}

function secretOf(intent: PaymentIntent): string {
  if (!intent.client_secret) throw new Error(`${intent.id} has no client secret`);
  return intent.client_secret;
}

function alreadyJoined(): ConflictError {
  return new ConflictError('You have already joined this hunt.');
}
