import type { Pool } from '@cairn/postgres/pool.ts';
import { UpstreamError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { isValidText } from '@cairn/service-kit/valid-text.ts';
import type Stripe from 'stripe';
import type { Declines } from '../attempts/declines.service.ts';
import type { Purchases } from '../purchases/purchases.service.ts';
import type { Alongside } from '../purchases/settlement.ts';
import { selectPayload } from './payload.ts';
import { countRepeat, keepStripeEvent, type StripeEventRow } from './webhooks.store.ts';

export type Webhooks = {
  /** Rejects where the event could not be dealt with, so that Stripe sends it again. */
  receive(event: Stripe.Event): Promise<void>;
};

export type WebhooksOptions = {
  pool: Pool;
  logger: Logger;
  purchases: Pick<Purchases, 'enter' | 'handOver' | 'follow'>;
  declines: Pick<Declines, 'record'>;
};

export function createWebhooks({ pool, logger, purchases, declines }: WebhooksOptions): Webhooks {
  async function receive(event: Stripe.Event): Promise<void> {
    const receivedAt = new Date();
    const ids = { eventId: event.id, type: event.type };
    if (await countRepeat(pool, event.id)) {
      logger.info(ids, 'webhook.repeated');
      if (event.type !== 'payment_intent.succeeded') return;
      return refuseWhilePending(!(await purchases.handOver(event.data.object.id)));
    }
    const keep = rowOf(event, receivedAt);
    if (isDeclinedCard(event)) {
      await declines.record(event.data.object.id, (tx) => keepStripeEvent(tx, keep('recorded')));
      logger.info({ ...ids, paymentIntentId: event.data.object.id }, 'webhook.taken');
      return;
    }
    const concern = concernOf(event);
    if (!concern) {
      await keepStripeEvent(pool, keep('ignored'));
      logger.info(ids, 'webhook.ignored');
      return;
    }
    const { intentId: paymentIntentId, act } = concern;
    // The id and the effect of an event are one transaction.
    const alongside: Alongside = (tx) => keepStripeEvent(tx, keep('recorded'));
    const found =
      act === 'enter'
        ? await purchases.enter(paymentIntentId, { alongside })
        : await purchases.follow(paymentIntentId, alongside);
    if (found.fault === null) {
      logger.info({ ...ids, paymentIntentId }, 'webhook.taken');
      return refuseWhilePending('isPending' in found && found.isPending);
    }
    await keepStripeEvent(pool, keep(found.fault));
    logger.error({ ...ids, paymentIntentId, fault: found.fault }, 'webhook.not_a_purchase');
  }

  return { receive };
}

/**
 * A 200 promises that the buyer is in. The purchase itself is recorded by now; Stripe sends the
 * event again, and that hands the purchase over again.
 */
function refuseWhilePending(isPending: boolean): void {
  if (!isPending) return;
  throw new UpstreamError('Recorded, but not yet confirmed by every service.', { status: 503 });
}

function isDeclinedCard(event: Stripe.Event): event is Stripe.PaymentIntentPaymentFailedEvent {
  if (event.type !== 'payment_intent.payment_failed') return false;
  const { id, last_payment_error: error } = event.data.object;
  return typeof id === 'string' && error?.type === 'card_error';
}

const ABOUT_WHAT_BECAME = /^(charge\.refund(ed|\.)|refund\.|charge\.dispute\.)/;

/** Which charge the event is about. It only says where to look: what it tells is read at Stripe. */
function concernOf(event: Stripe.Event): { intentId: string; act: 'enter' | 'follow' } | null {
  if (event.type === 'payment_intent.succeeded') {
    return { intentId: event.data.object.id, act: 'enter' };
  }
  if (!ABOUT_WHAT_BECAME.test(event.type)) return null;
  const { payment_intent: intent } = event.data.object as Pick<Stripe.Refund, 'payment_intent'>;
  const intentId = typeof intent === 'string' ? intent : intent?.id;
  // A charge without an intent is not of ours.
  return intentId ? { intentId, act: 'follow' } : null;
}

function rowOf(event: Stripe.Event, receivedAt: Date) {
  return (outcome: StripeEventRow['outcome']): StripeEventRow => ({
    id: event.id,
    type: event.type,
    // A payload that Postgres cannot hold (NUL in a text, say) must not make Stripe repeat for days.
    payload: isValidText(event) ? selectPayload(event) : {},
    outcome,
    receivedAt,
  });
}
