import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Limiter } from '@cairn/service-kit/limiter.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { type AllowedNumbers, isAllowedNumber } from '../alerts/phone-number.ts';
import { type ClaimedDelivery, claimDelivery } from '../deliveries/leases.store.ts';
import { type LimitName, releaseAll } from '../limits/limits.ts';
import { spendOnAlert } from '../limits/sms-budget.ts';
import type { MailProvider, SendOutcome } from '../providers/mail-provider.ts';
import type { TextProvider } from '../providers/twilio.ts';
import { hashAddress } from '../suppressions/suppression.ts';
import { insertSuppression } from '../suppressions/suppressions.store.ts';
import { isAlert } from '../templates/catalogue.ts';
import type { Composer } from './composer.ts';
import type { OutcomeRecorder } from './outcome-recorder.ts';
import { decideSends } from './send-decision.ts';

export type SenderOptions = {
  pool: Pool;
  provider: MailProvider;
  texts: TextProvider;
  composer: Composer;
  recorder: OutcomeRecorder;
  suppressionKey: Buffer;
  logger: Logger;
  allowedNumbers: AllowedNumbers;
  limiter: Limiter<LimitName>;
};

/** Seconds for which the provider asked for no further calls; null if it did not. */
export type Hold = number | null;

/**
 * Sends one row of the ledger, if it is still pending. The row is `sending` before the call to the
 * provider and closed after it: a process that ends in between leaves a row that is not sent again
 * automatically (P-3.1).
 */
export function createSender(options: SenderOptions) {
  const { pool, provider, texts, composer, recorder, suppressionKey, logger } = options;

  async function send(deliveryId: string): Promise<Hold> {
    const delivery = await claimDelivery(pool, deliveryId);
    if (!delivery) return null;
    const { channel } = delivery;
    const [decided] = await decideSends(pool, [delivery], { channel, suppressionKey });
    const decision = decided?.decision;
    if (decision?.kind === 'close') await recorder.close([delivery], decision);
    if (decision?.kind === 'postpone') await recorder.postpone([delivery], decision.reason);
    if (decision?.kind !== 'send') return null;
    if (!mayReceiveText(delivery, decision.to)) {
      const reason = 'SMS do not go to this country or type of number';
      await recorder.close([delivery], { state: 'suppressed', reason });
      return null;
    }
    if (channel === 'sms' && isAlert(delivery.template)) {
      return sendWithinBudget(delivery, decision.to);
    }
    const outcome = await attemptAndRecord(delivery, decision.to);
    return outcome.kind === 'retry' ? outcome.waitSeconds : null;
  }

  /** Only alerts: codes are counted when requested, and staff alarms are few and never delayed. */
  async function sendWithinBudget(delivery: ClaimedDelivery, to: string): Promise<Hold> {
    const spent = await spendOnAlert(options.limiter);
    if ('waitSeconds' in spent) {
      await recorder.postpone([delivery], 'the SMS budget is used up', spent.waitSeconds);
      return null;
    }
    const outcome = await attemptAndRecord(delivery, to);
    const isCounted = outcome.kind === 'sent' || outcome.kind === 'unknown';
    if (!isCounted) await releaseAll(spent.reserved);
    return outcome.kind === 'retry' ? outcome.waitSeconds : null;
  }

  async function attemptAndRecord(delivery: ClaimedDelivery, to: string): Promise<SendOutcome> {
    const outcome = await attempt(delivery, to);
    if (outcome.kind === 'suppressed') await suppress(delivery, to);
    await recorder.record([delivery], outcome);
    return outcome;
  }

  /** Staff numbers come from the configuration; a user's number may have been confirmed under older rules. */
  function mayReceiveText({ channel, userId }: ClaimedDelivery, to: string): boolean {
    return channel !== 'sms' || userId === null || isAllowedNumber(to, options.allowedNumbers);
  }

  async function attempt(delivery: ClaimedDelivery, to: string): Promise<SendOutcome> {
    const { id: deliveryId, channel } = delivery;
    try {
      if (channel === 'sms') {
        const body = await composer.composeText(delivery);
        return await texts.send({ to, body, deliveryId });
      }
      const mail = await composer.composeMail(delivery, to);
      return await provider.send({ ...mail, to, deliveryId });
    } catch (err) {
      // The providers never throw, so composing failed and nothing was sent.
      logger.error({ err, deliveryId }, 'delivery.compose_failed');
      return { kind: 'refused', error: 'the message could not be composed' };
    }
  }

  /** Stores a STOP that the provider has but we did not receive. */
  async function suppress({ userId, channel }: ClaimedDelivery, to: string): Promise<void> {
    const addressHash = hashAddress(to, suppressionKey);
    await inTransaction(pool, (tx) =>
      insertSuppression(tx, { addressHash, channel, cause: 'stop', userId }),
    );
  }

  return { send };
}
