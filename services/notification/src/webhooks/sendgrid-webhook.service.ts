import type { MessageKind } from '@cairn/contracts/http/alerts.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { confirmDeliveries } from '../deliveries/outcomes.store.ts';
import { hashAddress } from '../suppressions/suppression.ts';
import { insertSuppression } from '../suppressions/suppressions.store.ts';
import { kindOf } from '../templates/catalogue.ts';
import { readSendGridEvent, type SendGridEvent } from './sendgrid-events.ts';
import { findDeliveryOfEvent, insertWebhookEvents } from './webhook-events.store.ts';

export type SendGridWebhook = ReturnType<typeof createSendGridWebhook>;

/** Applies SendGrid's events about mails. The caller has checked the signature. */
export function createSendGridWebhook(options: {
  pool: Pool;
  suppressionKey: Buffer;
  logger: Logger;
}) {
  const { pool, suppressionKey, logger } = options;

  /** One transaction: if it fails, the call fails and SendGrid sends the events again. */
  async function receive(body: Buffer): Promise<void> {
    const events = readEvents(body);
    await inTransaction(pool, async (tx) => {
      const fresh = await insertWebhookEvents(
        tx,
        events.map(({ row }) => row),
      );
      const reported = events.map(({ row }) => row.deliveryId).filter((id) => id !== null);
      await confirmDeliveries(tx, reported);
      for (const event of events) if (fresh.has(event.row.eventId)) await apply(tx, event);
    });
  }

  async function apply(tx: Transaction, { row, email, cause }: SendGridEvent): Promise<void> {
    if (!cause || !email) return;
    const { deliveryId } = row;
    const delivery = deliveryId ? await findDeliveryOfEvent(tx, deliveryId) : null;
    const userId = delivery?.userId ?? null;
    // A spam report about a mail that is not in the ledger suppresses mailings.
    const kinds: MessageKind[] | null =
      cause === 'spam' ? [delivery ? kindOf(delivery.template) : 'mailing'] : null;
    const addressHash = hashAddress(email, suppressionKey);
    await insertSuppression(tx, { addressHash, channel: 'email', cause, kinds, userId });
    logger.warn({ userId, deliveryId, cause, kinds }, 'recipient.suppressed');
  }

  function readEvents(body: Buffer): SendGridEvent[] {
    const input = parseJson(body);
    if (!Array.isArray(input)) throw new InvalidInputError('A list of events is expected.');
    const events = input.map(readSendGridEvent).filter((event) => event !== null);
    if (events.length < input.length) {
      logger.warn({ count: input.length - events.length }, 'webhook.events_invalid');
    }
    // Without duplicates: one INSERT cannot contain the same event twice.
    return [...new Map(events.map((event) => [event.row.eventId, event])).values()];
  }

  return { receive };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
