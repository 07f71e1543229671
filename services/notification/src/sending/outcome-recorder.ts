import { retry } from '@cairn/events/retry.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { isDatabaseUnavailable } from '@cairn/service-kit/database-unavailable.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import type { ClaimedDelivery } from '../deliveries/leases.store.ts';
import {
  closeDeliveries,
  confirmReportedDeliveries,
  type DeliveryOutcome,
  postponeDeliveries,
} from '../deliveries/outcomes.store.ts';
import { updateLastNotified } from '../memberships/memberships.store.ts';
import type { SendOutcome } from '../providers/mail-provider.ts';
import { isAlert, isForStaff } from '../templates/catalogue.ts';

export type OutcomeRecorderOptions = {
  pool: Database;
  logger: Logger;
  metrics: Metrics;
  maxAttempts: number;
};

/** Shorter than the time after which the dispatcher marks a `sending` row as lost. */
const STORE_WITHIN_MS = 20_000;
const LONGEST_WAIT_MS = 2_000;

export type OutcomeRecorder = ReturnType<typeof createOutcomeRecorder>;

/** Stores what became of claimed rows: one row, or up to a thousand with the same outcome. */
export function createOutcomeRecorder({
  pool,
  logger,
  metrics,
  maxAttempts,
}: OutcomeRecorderOptions) {
  const total = metrics.counter('deliveries_total', 'Messages by template, channel and outcome', [
    'template',
    'channel',
    'outcome',
  ]);

  /** After a call to the provider. */
  async function record(deliveries: readonly ClaimedDelivery[], outcome: SendOutcome) {
    const { kind } = outcome;
    if (kind === 'retry') return postpone(deliveries, outcome.error, outcome.waitSeconds ?? 0);
    if (kind === 'sent') {
      return close(deliveries, { state: 'sent', providerMessageId: outcome.providerMessageId });
    }
    const states = { refused: 'failed', suppressed: 'suppressed', unknown: 'maybe_sent' } as const;
    return close(deliveries, { state: states[kind], reason: outcome.error });
  }

  async function close(
    deliveries: readonly ClaimedDelivery[],
    outcome: DeliveryOutcome,
  ): Promise<void> {
    if (deliveries.length === 0) return;
    const ids = deliveries.map(({ id }) => id);
    const closed = selectStored(
      deliveries,
      await storeWithRetry(() => closeDeliveries(pool, deliveries, outcome)),
    );
    if (outcome.state === 'maybe_sent') await confirmReportedDeliveries(pool, ids);
    if (outcome.state === 'sent' && deliveries.some(({ template }) => isAlert(template))) {
      await updateLastNotified(pool, ids);
    }
    const level = needsAttention(outcome, closed) ? 'error' : 'info';
    log(closed, outcome.state, { reason: outcome.reason }, level);
  }

  /** The rows whose claim this worker still held. The others were marked as lost and may be claimed again. */
  function selectStored(deliveries: readonly ClaimedDelivery[], ids: readonly string[]) {
    const kept = new Set(ids);
    const lost = deliveries.filter(({ id }) => !kept.has(id));
    if (lost.length > 0) {
      logger.warn({ deliveries: lost.length, deliveryId: lost[0]?.id }, 'delivery.claim_lost');
    }
    return deliveries.filter(({ id }) => kept.has(id));
  }

  /** Fails rows without attempts left. The others wait at least `minSeconds`, with exponential back-off. */
  async function postpone(
    deliveries: readonly ClaimedDelivery[],
    reason: string,
    minSeconds = 0,
  ): Promise<void> {
    const exhausted = deliveries.filter(({ attempts }) => attempts >= maxAttempts);
    const again = deliveries.filter(({ attempts }) => attempts < maxAttempts);
    await close(exhausted, { state: 'failed', reason });
    const [first] = again;
    if (!first) return;
    // Without back-off, a provider that repeats `Retry-After: 0` would use up all attempts in seconds.
    const waitSeconds = Math.max(minSeconds, backoffSeconds(first.attempts));
    const ids = await storeWithRetry(() =>
      postponeDeliveries(pool, again, { waitSeconds, reason }),
    );
    log(selectStored(again, ids), 'postponed', { reason, waitSeconds }, 'warn');
  }

  function log(
    deliveries: readonly ClaimedDelivery[],
    outcome: string,
    fields: Record<string, unknown>,
    level: 'info' | 'warn' | 'error',
  ): void {
    for (const { template, channel } of deliveries) total.inc({ template, channel, outcome });
    const [first] = deliveries;
    if (!first) return;
    const { template, channel, id, userId, attempts, mailingId } = first;
    const subject =
      deliveries.length === 1 ? { deliveryId: id, userId } : { deliveries: deliveries.length };
    logger[level](
      { ...subject, template, channel, attempts, mailingId, ...fields },
      `delivery.${outcome}`,
    );
  }

  return { record, close, postpone };
}

/** A suppressed staff mailbox receives no alarms any more, so an operator has to see it. */
function needsAttention(
  { state }: DeliveryOutcome,
  deliveries: readonly ClaimedDelivery[],
): boolean {
  if (state === 'suppressed') return deliveries.some(({ template }) => isForStaff(template));
  return state === 'failed' || state === 'maybe_sent';
}

/** Only this process knows the provider's answer, so it retries while the database is unavailable. */
async function storeWithRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  return retry(work, {
    signal: AbortSignal.timeout(STORE_WITHIN_MS),
    maxWaitMs: LONGEST_WAIT_MS,
    onFailure: (error) => {
      if (!isDatabaseUnavailable(error)) throw error;
    },
  });
}

/** 2 s, 4 s, 8 s … up to 10 minutes, each between half and all of it. */
function backoffSeconds(attempts: number): number {
  return Math.min(2 ** attempts, 600) * (0.5 + Math.random() / 2);
}
