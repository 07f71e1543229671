import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Limiter } from '@cairn/service-kit/limiter.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { giveBackAll } from '../limits/counted.ts';
import type { LimitName } from '../limits/limits.ts';
import { spendOnAlert } from '../limits/sms-budget.ts';
import { type AllowedNumbers, isAllowedNumber } from '../phones/phone-number.ts';
import type { MailProvider } from '../sendgrid/mail-provider.ts';
import type { SendOutcome } from '../sending/send-outcome.ts';
import { hashAddress } from '../suppressions/address-hash.ts';
import { insertSuppression } from '../suppressions/suppressions.store.ts';
import { isAlert } from '../templates/catalogue.ts';
import type { TextProvider } from '../twilio/twilio.ts';
import { type ClaimedDelivery, claimDelivery } from './claims.store.ts';
import type { Composer } from './composer.ts';
import { judgeAll } from './gate.ts';
import type { Settlement } from './settlement.ts';

export type SenderOptions = {
  pool: Pool;
  provider: MailProvider;
  texts: TextProvider;
  composer: Composer;
  settlement: Settlement;
  suppressionKey: Buffer;
  logger: Logger;
  allowedNumbers: AllowedNumbers;
  limiter: Limiter<LimitName>;
};

/** For how long the provider said that nothing more should come; null where it did not. */
export type Hold = number | null;

/**
 * Sends one row of the ledger, if it is still to be sent. The row says `sending` before the
 * provider is called and is closed after: whatever ends this process in between leaves a row that
 * nobody sends again by itself (P-3.1).
 */
export function createSender(options: SenderOptions) {
  const { pool, provider, texts, composer, settlement, suppressionKey, logger } = options;

  async function send(deliveryId: string): Promise<Hold> {
    const delivery = await claimDelivery(pool, deliveryId);
    if (!delivery) return null;
    const { channel } = delivery;
    const [judged] = await judgeAll(pool, [delivery], { channel, suppressionKey });
    const verdict = judged?.verdict;
    if (verdict?.kind === 'end') await settlement.close([delivery], verdict);
    if (verdict?.kind === 'later') await settlement.postpone([delivery], verdict.reason);
    if (verdict?.kind !== 'send') return null;
    if (!mayReceiveText(delivery, verdict.to)) {
      const reason = 'SMS do not go to this country or type of number';
      await settlement.close([delivery], { state: 'suppressed', reason });
      return null;
    }
    if (channel === 'sms' && isAlert(delivery.template)) {
      return sendWithinBudget(delivery, verdict.to);
    }
    const outcome = await attemptAndSettle(delivery, verdict.to);
    return outcome.kind === 'later' ? outcome.waitSeconds : null;
  }

  /** Codes were counted when they were requested; alarms for staff are few and never wait. */
  async function sendWithinBudget(delivery: ClaimedDelivery, to: string): Promise<Hold> {
    const spent = await spendOnAlert(options.limiter);
    if ('waitSeconds' in spent) {
      await settlement.postpone([delivery], 'the SMS budget is used up', spent.waitSeconds);
      return null;
    }
    const outcome = await attemptAndSettle(delivery, to);
    const wasTaken = outcome.kind === 'sent' || outcome.kind === 'unknown';
    if (!wasTaken) await giveBackAll(spent.reserved);
    return outcome.kind === 'later' ? outcome.waitSeconds : null;
  }

  async function attemptAndSettle(delivery: ClaimedDelivery, to: string): Promise<SendOutcome> {
    const outcome = await attempt(delivery, to);
    if (outcome.kind === 'suppressed') await suppress(delivery, to);
    await settlement.settle([delivery], outcome);
    return outcome;
  }

  /** Staff's numbers come from the configuration; users' were perhaps confirmed under other rules. */
  function mayReceiveText({ channel, user_id: userId }: ClaimedDelivery, to: string): boolean {
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
      // Providers do not throw: nothing was sent.
      logger.error({ err, deliveryId }, 'delivery.not_composed');
      return { kind: 'refused', error: 'it could not be written' };
    }
  }

  /** The provider knows of a STOP that we have not heard of. */
  async function suppress(
    { user_id: userId, channel }: ClaimedDelivery,
    to: string,
  ): Promise<void> {
    const addressHash = hashAddress(to, suppressionKey);
    await inTransaction(pool, (tx) =>
      insertSuppression(tx, { addressHash, channel, cause: 'stop', userId }),
    );
  }

  return { send };
}
