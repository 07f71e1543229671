import { insist } from '@cairn/events/patience.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { isDatabaseAway } from '@cairn/service-kit/database-away.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import type { SendOutcome } from '../sending/send-outcome.ts';
import { isAlert, isForStaff } from '../templates/catalogue.ts';
import type { ClaimedDelivery } from './claims.store.ts';
import {
  closeDeliveries,
  confirmTold,
  type Ending,
  noteNotified,
  postponeDeliveries,
} from './endings.store.ts';

export type SettlementOptions = {
  pool: Database;
  logger: Logger;
  metrics: Metrics;
  maxAttempts: number;
};

/** Shorter than until rows without an end are taken for lost. */
const NOTE_WITHIN_MS = 20_000;
const LONGEST_WAIT_MS = 2_000;

export type Settlement = ReturnType<typeof createSettlement>;

/** Closes the books on claimed rows, one or a thousand with the same fate. */
export function createSettlement({ pool, logger, metrics, maxAttempts }: SettlementOptions) {
  const outcomes = metrics.counter(
    'deliveries_total',
    'Messages by template, channel and outcome',
    ['template', 'channel', 'outcome'],
  );

  /** After a call to the provider. */
  async function settle(deliveries: readonly ClaimedDelivery[], outcome: SendOutcome) {
    const { kind } = outcome;
    if (kind === 'later') return postpone(deliveries, outcome.error, outcome.waitSeconds ?? 0);
    if (kind === 'sent') {
      return close(deliveries, { state: 'sent', providerMessageId: outcome.providerMessageId });
    }
    const states = { refused: 'failed', suppressed: 'suppressed', unknown: 'maybe_sent' } as const;
    return close(deliveries, { state: states[kind], reason: outcome.error });
  }

  async function close(deliveries: readonly ClaimedDelivery[], ending: Ending): Promise<void> {
    if (deliveries.length === 0) return;
    const ids = deliveries.map(({ id }) => id);
    const closed = onlyOf(
      deliveries,
      await insistOnNoting(() => closeDeliveries(pool, deliveries, ending)),
    );
    if (ending.state === 'maybe_sent') await confirmTold(pool, ids);
    if (ending.state === 'sent' && deliveries.some(({ template }) => isAlert(template))) {
      await noteNotified(pool, ids);
    }
    const level = isFault(ending, closed) ? 'error' : 'info';
    note(closed, ending.state, { reason: ending.reason }, level);
  }

  /** Those whose claim this worker still had. The others were marked as lost and may have another claim. */
  function onlyOf(deliveries: readonly ClaimedDelivery[], ids: readonly string[]) {
    const kept = new Set(ids);
    const lost = deliveries.filter(({ id }) => !kept.has(id));
    if (lost.length > 0) {
      logger.warn({ deliveries: lost.length, deliveryId: lost[0]?.id }, 'delivery.claim_lost');
    }
    return deliveries.filter(({ id }) => kept.has(id));
  }

  /** Those that have had all their tries have failed. They wait as told, and longer each time. */
  async function postpone(
    deliveries: readonly ClaimedDelivery[],
    reason: string,
    told = 0,
  ): Promise<void> {
    const spent = deliveries.filter(({ attempts }) => attempts >= maxAttempts);
    const again = deliveries.filter(({ attempts }) => attempts < maxAttempts);
    await close(spent, { state: 'failed', reason });
    const [first] = again;
    if (!first) return;
    // A limit that is said to end just now may not have: twelve tries would be gone in seconds.
    const waitSeconds = Math.max(told, backoffSeconds(first.attempts));
    const ids = await insistOnNoting(() =>
      postponeDeliveries(pool, again, { waitSeconds, reason }),
    );
    note(onlyOf(again, ids), 'postponed', { reason, waitSeconds }, 'warn');
  }

  function note(
    deliveries: readonly ClaimedDelivery[],
    outcome: string,
    fields: Record<string, unknown>,
    level: 'info' | 'warn' | 'error',
  ): void {
    for (const { template, channel } of deliveries) outcomes.inc({ template, channel, outcome });
    const [first] = deliveries;
    if (!first) return;
    const { template, channel, id, user_id: userId, attempts, mailing_id: mailingId } = first;
    const whom =
      deliveries.length === 1 ? { deliveryId: id, userId } : { deliveries: deliveries.length };
    logger[level](
      { ...whom, template, channel, attempts, mailingId, ...fields },
      `delivery.${outcome}`,
    );
  }

  return { settle, close, postpone };
}

/** A mailbox of staff that has bounced once hears of no claim any more: somebody has to see it. */
function isFault({ state }: Ending, deliveries: readonly ClaimedDelivery[]): boolean {
  if (state === 'suppressed') return deliveries.some(({ template }) => isForStaff(template));
  return state === 'failed' || state === 'maybe_sent';
}

/** What the provider said is known here alone: a database that is away for a moment is waited for. */
async function insistOnNoting<Result>(work: () => Promise<Result>): Promise<Result> {
  return insist(work, {
    signal: AbortSignal.timeout(NOTE_WITHIN_MS),
    longestWaitMs: LONGEST_WAIT_MS,
    onFailure: (error) => {
      if (!isDatabaseAway(error)) throw error;
    },
  });
}

/** 2 s, 4 s, 8 s … up to 10 minutes, each between half and all of it. */
function backoffSeconds(attempts: number): number {
  return Math.min(2 ** attempts, 600) * (0.5 + Math.random() / 2);
}
