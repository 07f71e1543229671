import type { Pool } from '@cairn/postgres/pool.ts';
import { UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { isValidText } from '@cairn/service-kit/valid-text.ts';
import type Stripe from 'stripe';
import type { Declines } from '../attempts/declines.service.ts';
import type { Purchases } from '../purchases/purchases.service.ts';
import type { InSameTransaction } from '../purchases/record-purchase.ts';
import { selectPayload } from './payload.ts';
import { countRedelivery, type StripeEventRow, saveStripeEvent } from './webhooks.store.ts';

export type Webhooks = {
  /** Rejects where the event was not processed, so that Stripe delivers it again. */
  receive(event: Stripe.Event): Promise<void>;
};

export type WebhooksOptions = {
  pool: Pool;
  logger: Logger;
  purchases: Pick<Purchases, 'recordCharge' | 'handOver' | 'syncWithStripe'>;
  declines: Pick<Declines, 'record'>;
};

export function createWebhooks({ pool, logger, purchases, declines }: WebhooksOptions): Webhooks {
  async function receive(event: Stripe.Event): Promise<void> {
    const receivedAt = new Date();
    const ids = { eventId: event.id, type: event.type };
    if (await countRedelivery(pool, event.id)) {
      logger.info(ids, 'webhook.duplicate');
      if (event.type !== 'payment_intent.succeeded') return;
      return assertHandedOver(!(await purchases.handOver(event.data.object.id)));
    }
    const toRow = rowOf(event, receivedAt);
    if (isDeclinedCard(event)) {
      await declines.record(event.data.object.id, (tx) => saveStripeEvent(tx, toRow('recorded')));
      logger.info({ ...ids, paymentIntentId: event.data.object.id }, 'webhook.processed');
      return;
    }
    const target = targetOf(event);
    if (!target) {
      await saveStripeEvent(pool, toRow('ignored'));
      logger.info(ids, 'webhook.ignored');
      return;
    }
    const { intentId: paymentIntentId, action } = target;
    // The event id and the effect of the event commit in one transaction.
    const inSameTransaction: InSameTransaction = (tx) => saveStripeEvent(tx, toRow('recorded'));
    const result =
      action === 'recordCharge'
        ? await purchases.recordCharge(paymentIntentId, { inSameTransaction })
        : await purchases.syncWithStripe(paymentIntentId, inSameTransaction);
    if (result.error === null) {
      logger.info({ ...ids, paymentIntentId }, 'webhook.processed');
      return assertHandedOver('isPending' in result && result.isPending);
    }
    await saveStripeEvent(pool, toRow(result.error));
    logger.error({ ...ids, paymentIntentId, fault: result.error }, 'webhook.not_a_purchase');
  }

  return { receive };
}

/**
 * A 200 means that the buyer has access. The purchase itself is recorded; the next delivery by
 * Stripe retries the hand-over.
 */
function assertHandedOver(isPending: boolean): void {
  if (!isPending) return;
  throw new UpstreamError('Recorded, but not yet confirmed by every service.', { status: 503 });
}

function isDeclinedCard(event: Stripe.Event): event is Stripe.PaymentIntentPaymentFailedEvent {
  if (event.type !== 'payment_intent.payment_failed') return false;
  const { id, last_payment_error: error } = event.data.object;
  return typeof id === 'string' && error?.type === 'card_error';
}

const REVERSAL_EVENT = /^(charge\.refund(ed|\.)|refund\.|charge\.dispute\.)/;

/** The charge that the event is about. Its state is read at Stripe, not taken from the event. */
function targetOf(
  event: Stripe.Event,
): { intentId: string; action: 'recordCharge' | 'syncWithStripe' } | null {
  if (event.type === 'payment_intent.succeeded') {
    return { intentId: event.data.object.id, action: 'recordCharge' };
  }
  if (!REVERSAL_EVENT.test(event.type)) return null;
  const { payment_intent: intent } = event.data.object as Pick<Stripe.Refund, 'payment_intent'>;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  // Charges of this service always have a payment intent.
  return intentId ? { intentId, action: 'syncWithStripe' } : null;
}

function rowOf(event: Stripe.Event, receivedAt: Date) {
  return (outcome: StripeEventRow['outcome']): StripeEventRow => ({
    id: event.id,
    type: event.type,
    // A payload that Postgres cannot hold (NUL in a text, say) must not make Stripe retry for days.
    payload: isValidText(event) ? selectPayload(event) : {},
    outcome,
    receivedAt,
  });
}
