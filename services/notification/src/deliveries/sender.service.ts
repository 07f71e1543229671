import { sealedTokenContext } from '@cairn/contracts/events/sealed-token.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import { unseal } from '@cairn/service-kit/seal.ts';
import type { MailProvider, SendOutcome } from '../sendgrid/sendgrid.ts';
import { renderMail } from '../templates/catalogue.ts';
import {
  type ClaimedDelivery,
  claimDelivery,
  closeDelivery,
  postponeDelivery,
} from './deliveries.store.ts';

export type SenderOptions = {
  pool: Pool;
  provider: MailProvider;
  linkSealKey: Buffer;
  publicUrl: string;
  logger: Logger;
  metrics: Metrics;
};

const MAX_ATTEMPTS = 12;

/**
 * Sends one row of the ledger, if it is still to be sent. The row says `sending` before the
 * provider is called and is closed after: whatever ends this process in between leaves a row that
 * nobody sends again by itself (P-3.1).
 */
export function createSender({
  pool,
  provider,
  linkSealKey,
  publicUrl,
  logger,
  metrics,
}: SenderOptions) {
  const outcomes = metrics.counter('deliveries_total', 'Messages by template and outcome', [
    'template',
    'outcome',
  ]);

  async function send(deliveryId: string): Promise<void> {
    const delivery = await claimDelivery(pool, deliveryId);
    if (!delivery) return;
    const outcome = await attempt(delivery);
    outcomes.inc({ template: delivery.template, outcome: outcome.kind });
    await settle(delivery, outcome);
  }

  async function attempt(delivery: ClaimedDelivery): Promise<SendOutcome> {
    if (delivery.has_expired) return { kind: 'refused', error: 'its link has expired' };
    if (delivery.is_unwanted) return { kind: 'refused', error: 'the account was deleted' };
    const to = delivery.address ?? delivery.recipient_email;
    // The purchase may be told before its buyer is: another topic, another pace.
    if (!to) return { kind: 'later', error: 'the recipient is not known yet', waitSeconds: null };
    return provider.send({ ...compose(delivery), to, deliveryId: delivery.id });
  }

  function compose(delivery: ClaimedDelivery) {
    const { template, variables, sealed_token: sealed, user_id: userId } = delivery;
    const token = sealed
      ? unseal(sealed, linkSealKey, sealedTokenContext({ userId, template }))
      : null;
    return renderMail(template, { ...variables, token, publicUrl, firstName: delivery.first_name });
  }

  async function settle(delivery: ClaimedDelivery, outcome: SendOutcome): Promise<void> {
    const { id, template, user_id: userId, attempts } = delivery;
    const ids = { deliveryId: id, template, userId, attempts };
    if (outcome.kind === 'sent') {
      await closeDelivery(pool, id, {
        state: 'sent',
        providerMessageId: outcome.providerMessageId,
      });
      logger.info(ids, 'delivery.sent');
    } else if (outcome.kind === 'later' && attempts < MAX_ATTEMPTS) {
      const waitSeconds = outcome.waitSeconds ?? backoffSeconds(attempts);
      await postponeDelivery(pool, id, { waitSeconds, error: outcome.error });
      logger.warn({ ...ids, waitSeconds, reason: outcome.error }, 'delivery.postponed');
    } else {
      const state = outcome.kind === 'unknown' ? 'maybe_sent' : 'failed';
      await closeDelivery(pool, id, { state, error: outcome.error });
      logger.error({ ...ids, reason: outcome.error }, `delivery.${state}`);
    }
  }

  return { send };
}

/** 2 s, 4 s, 8 s … up to 10 minutes, each between half and all of it. */
function backoffSeconds(attempts: number): number {
  return Math.min(2 ** attempts, 600) * (0.5 + Math.random() / 2);
}
