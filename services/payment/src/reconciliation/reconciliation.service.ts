import type { Pool } from '@cairn/postgres/pool.ts';
import { withSessionLock } from '@cairn/postgres/session-lock.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import {
  type ComparisonOptions,
  compareWithStripe,
  type OnProgress,
  type Summary,
} from './comparison.ts';
import { type Period, periodBefore } from './period.ts';
import {
  findLastReconciliation,
  isReconciliationDue,
  saveReconciliation,
} from './reconciliation.store.ts';

export type Reconciliation = {
  /** Null while another process runs a reconciliation. */
  run(period?: Period, onProgress?: OnProgress): Promise<Summary | null>;
  /** Each night, and an hour after a run in which a purchase failed. */
  runIfDue(): Promise<void>;
};

/** Held while a replica or the command compares. */
export const RECONCILIATION_LOCK = 'reconciliation';

export type ReconciliationOptions = ComparisonOptions & {
  metrics: Metrics;
  /** Holds the lock. */
  sessions: Pool;
};

/**
 * Compares the charges at Stripe with the purchases: records what is missing, reads refunds and
 * disputes again, and lists what needs a person. A second run finds nothing to do.
 */
export function createReconciliation(options: ReconciliationOptions): Reconciliation {
  const { pool, sessions, logger, metrics } = options;
  const found = metrics.counter('reconciliation_findings_total', 'What a reconciliation found', [
    'kind',
  ]);
  addLastRunMetrics(metrics, pool);

  async function run(
    period = periodBefore(new Date()),
    onProgress: OnProgress = () => {},
  ): Promise<Summary | null> {
    const summary = await withSessionLock(sessions, RECONCILIATION_LOCK, () =>
      compareWithStripe(options, period, onProgress),
    );
    if (!summary) return null;
    await saveReconciliation(pool, summary);
    for (const problem of summary.problems) {
      found.inc({ kind: problem.kind });
      logger.error(problem, 'reconciliation.problem');
    }
    found.inc({ kind: 'recorded' }, summary.recorded);
    found.inc({ kind: 'corrected' }, summary.corrected);
    const { since, paid, recorded, corrected } = summary;
    logger.info(
      { since, paid, recorded, corrected, problems: summary.problems.length },
      'reconciliation.done',
    );
    return summary;
  }

  return {
    run,
    async runIfDue() {
      if (await isReconciliationDue(pool)) await run();
    },
  };
}

/** Read from the database: the last run may have been in another process. */
function addLastRunMetrics(metrics: Metrics, pool: Pool): void {
  metrics.gauge('reconciliation_problems', 'What needed a person at the last run', async () => {
    const last = await findLastReconciliation(pool);
    return last?.problems ?? Number.NaN;
  });
  metrics.gauge(
    'reconciliation_last_run_timestamp_seconds',
    'When the last run ended',
    async () => {
      const last = await findLastReconciliation(pool);
      return last ? last.finishedAt.getTime() / 1000 : Number.NaN;
    },
  );
}
