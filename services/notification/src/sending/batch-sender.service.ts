import type { Pool } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import {
  type ClaimedDelivery,
  claimBatch,
  closeOrRescheduleBatch,
  countBatchAttempt,
  lockMailingOfBatch,
} from '../deliveries/leases.store.ts';
import type { MailProvider } from '../providers/mail-provider.ts';
import type { RenderedMail } from '../templates/mail.ts';
import type { Composer } from './composer.ts';
import type { OutcomeRecorder } from './outcome-recorder.ts';
import { decideSends, type SendDecision } from './send-decision.ts';
import type { Hold } from './sender.service.ts';

export type BatchSenderOptions = {
  pool: Pool;
  provider: MailProvider;
  composer: Composer;
  recorder: OutcomeRecorder;
  suppressionKey: Buffer;
  logger: Logger;
  /** Aborted when the process stops: no further call starts. */
  stopping: AbortSignal;
};

type Recipient = { delivery: ClaimedDelivery; to: string };

/** No call starts later than this, so that no row is marked as lost while it is being sent. */
const START_CALLS_WITHIN_MS = 30_000;

/**
 * Sends the pending rows of a batch: all are `sending` before the call and closed after it. A refused
 * call sent nothing, so the recipients that did not cause the refusal go in another call (P-3.2).
 */
export function createBatchSender(options: BatchSenderOptions) {
  const { pool, provider, composer, recorder, suppressionKey, logger, stopping } = options;

  async function sendBatch(batchId: string): Promise<Hold> {
    await countBatchAttempt(pool, batchId);
    const claimed = await claimBatch(pool, batchId);
    const recipients = await selectRecipients(claimed);
    const hold = await sendTo(recipients);
    await finishBatchAttempt(pool, batchId);
    return hold;
  }

  /** Closes or postpones the rows that are not sent now; returns one recipient per address. */
  async function selectRecipients(claimed: ClaimedDelivery[]): Promise<Recipient[]> {
    if (claimed.length === 0) return [];
    const decided = await decideSends(pool, claimed, { channel: 'email', suppressionKey });
    const recipients = new Map<string, Recipient>();
    const others = new Map<string, { decision: SendDecision; deliveries: ClaimedDelivery[] }>();
    for (const { delivery, decision: own } of decided) {
      const decision = own.kind === 'send' && recipients.has(key(own.to)) ? MERGED : own;
      if (decision.kind === 'send') recipients.set(key(decision.to), { delivery, to: decision.to });
      else {
        const name = JSON.stringify(decision);
        const same = others.get(name) ?? { decision, deliveries: [] };
        same.deliveries.push(delivery);
        others.set(name, same);
      }
    }
    for (const { decision, deliveries } of others.values()) {
      if (decision.kind === 'close') await recorder.close(deliveries, decision);
      if (decision.kind === 'postpone') await recorder.postpone(deliveries, decision.reason);
    }
    return [...recipients.values()];
  }

  async function sendTo(recipients: Recipient[]): Promise<Hold> {
    const content = await compose(recipients);
    if (!content) return null;
    const deadline = performance.now() + START_CALLS_WITHIN_MS;
    const rest = [recipients];
    for (let part = rest.pop(); part; part = rest.pop()) {
      if (performance.now() > deadline || stopping.aborted) {
        await recorder.postpone([part, ...rest].flat().map(toDelivery), 'no time left', 0);
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
      logger.error({ err, deliveryId: first.delivery.id }, 'delivery.compose_failed');
      const outcome = { state: 'failed', reason: 'the message could not be composed' } as const;
      await recorder.close([first, ...others].map(toDelivery), outcome);
      return null;
    }
  }

  /** One call; recipients to send after a refusal are pushed to `rest`. A returned hold ends this attempt. */
  async function sendPart(
    content: RenderedMail,
    part: Recipient[],
    rest: Recipient[][],
  ): Promise<Hold | undefined> {
    const outcome = await provider.sendBatch({
      ...content,
      recipients: part.map(({ delivery, to }) => composer.personalise(delivery, to)),
    });
    const { refusedAt = [], isCauseUnknown = false } = outcome;
    if (outcome.kind === 'retry') {
      await recorder.record([part, ...rest].flat().map(toDelivery), outcome);
      return outcome.waitSeconds;
    }
    const refused = part.filter((_, index) => refusedAt.includes(index));
    if (refused.length > 0 && refused.length < part.length) {
      await recorder.record(refused.map(toDelivery), outcome);
      rest.push(part.filter((_, index) => !refusedAt.includes(index)));
    } else if (isCauseUnknown && part.length > 1) {
      const middle = Math.ceil(part.length / 2);
      rest.push(part.slice(middle), part.slice(0, middle));
    } else {
      await recorder.record(part.map(toDelivery), outcome);
    }
    return undefined;
  }

  return { sendBatch };
}

/** Closes the batch or schedules its next attempt. */
export function finishBatchAttempt(pool: Pool, batchId: string): Promise<void> {
  return inTransaction(pool, async (tx) => {
    await lockMailingOfBatch(tx, batchId);
    await closeOrRescheduleBatch(tx, batchId);
  });
}

const MERGED: SendDecision = {
  kind: 'close',
  state: 'suppressed',
  reason: 'another account has the same address',
};

const key = (address: string) => address.toLowerCase();

function toDelivery({ delivery }: Recipient): ClaimedDelivery {
  return delivery;
}
