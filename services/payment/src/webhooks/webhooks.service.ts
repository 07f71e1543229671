import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type Stripe from 'stripe';
import type { Purchases } from '../purchases/purchases.service.ts';
import { redact } from './redact.ts';
import { countRepeat, keepStripeEvent, type StripeEventRow } from './webhooks.store.ts';

export type Webhooks = {
  /** Rejects where the event could not be dealt with, so that Stripe sends it again. */
  receive(event: Stripe.Event): Promise<void>;
};

export type WebhooksOptions = {
  pool: Pool;
  logger: Logger;
  purchases: Pick<Purchases, 'enter'>;
};

export function createWebhooks({ pool, logger, purchases }: WebhooksOptions): Webhooks {
  async function receive(event: Stripe.Event): Promise<void> {
    const receivedAt = new Date();
    const ids = { eventId: event.id, type: event.type };
    if (await countRepeat(pool, event.id)) {
      logger.info(ids, 'webhook.repeated');
      return;
    }
    const keep = rowOf(event, receivedAt);
    if (event.type !== 'payment_intent.succeeded') {
      await keepStripeEvent(pool, keep('ignored'));
      logger.info(ids, 'webhook.ignored');
      return;
    }
    // The id and the effect of an event are one transaction.
    const fault = await purchases.enter(event.data.object.id, (tx) =>
      keepStripeEvent(tx, keep('recorded')),
    );
    if (!fault) return;
    await keepStripeEvent(pool, keep(fault));
    logger.error(
      { ...ids, paymentIntentId: event.data.object.id, fault },
      'webhook.not_a_purchase',
    );
  }

  return { receive };
}

function rowOf(event: Stripe.Event, receivedAt: Date) {
  return (outcome: StripeEventRow['outcome']): StripeEventRow => ({
    id: event.id,
    type: event.type,
    payload: redact(event),
    outcome,
    receivedAt,
  });
}
