import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { listUsersOfPhone } from '../alerts/phones.store.ts';
import { confirmDeliveries } from '../deliveries/outcomes.store.ts';
import { restartSmsAlerts, stopSmsAlerts } from '../memberships/memberships.store.ts';
import { hashAddress } from '../suppressions/suppression.ts';
import { deleteSuppressions, insertSuppression } from '../suppressions/suppressions.store.ts';
import type { TwilioEvent } from './twilio-events.ts';
import { insertWebhookEvents } from './webhook-events.store.ts';

export type TwilioWebhook = ReturnType<typeof createTwilioWebhook>;

/** Applies Twilio's events about text messages and replies to them. The caller has checked the signature. */
export function createTwilioWebhook(options: {
  pool: Pool;
  suppressionKey: Buffer;
  logger: Logger;
}) {
  const { pool, suppressionKey, logger } = options;

  async function receive(event: TwilioEvent): Promise<void> {
    await inTransaction(pool, async (tx) => {
      const fresh = await insertWebhookEvents(tx, [event.row]);
      if (event.row.deliveryId) await confirmDeliveries(tx, [event.row.deliveryId]);
      if (fresh.size === 0 || !event.number) return;
      if (event.intent === 'stop') await stop(tx, event.number);
      if (event.intent === 'start') await start(tx, event.number);
    });
  }

  async function stop(tx: Transaction, number: string): Promise<void> {
    const users = await listUsersOfPhone(tx, number);
    await insertSuppression(tx, {
      addressHash: hashAddress(number, suppressionKey),
      channel: 'sms',
      cause: 'stop',
      userId: users.length === 1 ? (users[0] ?? null) : null,
    });
    await stopSmsAlerts(tx, number);
    logger.info({ users }, 'recipient.stopped_sms');
  }

  async function start(tx: Transaction, number: string): Promise<void> {
    const addressHash = hashAddress(number, suppressionKey);
    await deleteSuppressions(tx, { addressHash, channel: 'sms' }, ['stop']);
    await restartSmsAlerts(tx, number);
    logger.info({ users: await listUsersOfPhone(tx, number) }, 'recipient.started_sms');
  }

  return { receive };
}
