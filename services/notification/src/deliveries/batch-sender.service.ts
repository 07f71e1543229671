import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { MailProvider } from '../sendgrid/mail-provider.ts';
import type { RenderedMail } from '../templates/mail.ts';
import { type ClaimedDelivery, claimBatch } from './claims.store.ts';
import type { Composer } from './composer.ts';
import { judgeAll } from './gate.ts';
import { countBatchTry, lockMailingOfBatch, settleBatch } from './leases.store.ts';
import type { Hold } from './sender.service.ts';
import type { Settlement } from './settlement.ts';
import type { Verdict } from './verdict.ts';

export type BatchSenderOptions = {
  pool: Pool;
  provider: MailProvider;
  composer: Composer;
  settlement: Settlement;
  suppressionKey: Buffer;
  logger: Logger;
  /** Aborted when the process stops: no further call is begun. */
  stopping: AbortSignal;
};

type Recipient = { delivery: ClaimedDelivery; to: string };

/** After this no further call is begun, so that rows are not taken for lost while they are sent. */
const CALLS_WITHIN_MS = 30_000;

/**
 * Sends what waits of a batch: all its rows say `sending` before the call and are closed after it.
 * One bad address does not hold back the others: a refusal is a sure "not sent", so that the rest
 * goes in another call (P-3.2).
 */
export function createBatchSender(options: BatchSenderOptions) {
  const { pool, provider, composer, settlement, suppressionKey, logger, stopping } = options;

  async function sendBatch(batchId: string): Promise<Hold> {
    await countBatchTry(pool, batchId);
    const claimed = await claimBatch(pool, batchId);
    const recipients = await sortOut(claimed);
    const hold = await sendTo(recipients);
    await endBatchTry(pool, batchId);
    return hold;
  }

  /** Closes what is not to be sent; the rest is one mail for each address. */
  async function sortOut(claimed: ClaimedDelivery[]): Promise<Recipient[]> {
    if (claimed.length === 0) return [];
    const judged = await judgeAll(pool, claimed, { channel: 'email', suppressionKey });
    const recipients = new Map<string, Recipient>();
    const others = new Map<string, { verdict: Verdict; deliveries: ClaimedDelivery[] }>();
    for (const { delivery, verdict } of judged) {
      const fate = verdict.kind === 'send' && recipients.has(key(verdict.to)) ? MERGED : verdict;
      if (fate.kind === 'send') recipients.set(key(fate.to), { delivery, to: fate.to });
      else {
        const name = JSON.stringify(fate);
        const same = others.get(name) ?? { verdict: fate, deliveries: [] };
        same.deliveries.push(delivery);
        others.set(name, same);
      }
    }
    for (const { verdict, deliveries } of others.values()) {
      if (verdict.kind === 'end') await settlement.close(deliveries, verdict);
      if (verdict.kind === 'later') await settlement.postpone(deliveries, verdict.reason);
    }
    return [...recipients.values()];
  }

  async function sendTo(recipients: Recipient[]): Promise<Hold> {
    const content = await compose(recipients);
    if (!content) return null;
    const until = Date.now() + CALLS_WITHIN_MS;
    const rest = [recipients];
    for (let part = rest.pop(); part; part = rest.pop()) {
      if (Date.now() > until || stopping.aborted) {
        await settlement.postpone([part, ...rest].flat().map(toDelivery), 'no time left', 0);
        return null;
      }
      const hold = await sendPart(content, part, rest);
      if (hold !== undefined) return hold;
    }
    return null;
  }

  async function compose([first, ...others]: Recipient[]): Promise<RenderedMail | null> {
    if (!first) return null;
    try {
      return await composer.composeBatch(first.delivery);
    } catch (err) {
      logger.error({ err, deliveryId: first.delivery.id }, 'delivery.not_composed');
      const ending = { state: 'failed', reason: 'it could not be written' } as const;
      await settlement.close([first, ...others].map(toDelivery), ending);
      return null;
    }
  }

  /** One call; what is still to be sent after a refusal is put to `rest`. A hold ends the batch for now. */
  async function sendPart(
    content: RenderedMail,
    part: Recipient[],
    rest: Recipient[][],
  ): Promise<Hold | undefined> {
    const outcome = await provider.sendBatch({
      ...content,
      recipients: part.map(({ delivery, to }) => composer.personalise(delivery, to)),
    });
    const { refusedAt = [], isCulpritHidden = false } = outcome;
    if (outcome.kind === 'later') {
      await settlement.settle([part, ...rest].flat().map(toDelivery), outcome);
      return outcome.waitSeconds;
    }
    const refused = part.filter((_, index) => refusedAt.includes(index));
    if (refused.length > 0 && refused.length < part.length) {
      await settlement.settle(refused.map(toDelivery), outcome);
      rest.push(part.filter((_, index) => !refusedAt.includes(index)));
    } else if (isCulpritHidden && part.length > 1) {
      const middle = Math.ceil(part.length / 2);
      rest.push(part.slice(middle), part.slice(0, middle));
    } else {
      await settlement.settle(part.map(toDelivery), outcome);
    }
    return undefined;
  }

  return { sendBatch };
}

/** Decides when the batch is tried next, or closes it. */
export function endBatchTry(pool: Pool, batchId: string): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockMailingOfBatch(tx, batchId);
    await settleBatch(tx, batchId);
  });
}

const MERGED: Verdict = {
  kind: 'end',
  state: 'suppressed',
  reason: 'another account has the same address',
};

const key = (address: string) => address.toLowerCase();

function toDelivery({ delivery }: Recipient): ClaimedDelivery {
  return delivery;
}
