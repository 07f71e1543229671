import type { Database, Pool } from '@cairn/postgres/pool.ts';
import { withSessionLock } from '@cairn/postgres/session-lock.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import { CHECKS, listViolated } from './checks.store.ts';
import {
  confirmViolations,
  countConfirmed,
  findLastRun,
  findProgress,
  listViolationKeys,
  saveProgress,
  saveRun,
  saveViolations,
} from './invariants.store.ts';
import { listNewRows, listNextRows, SOURCES, type Source } from './sources.store.ts';

export type InvariantOptions = {
  /** Admin's own: progress and violations. */
  pool: Pool;
  /** Holds the lock. */
  sessions: Pool;
  /** Reads ids and states of every schema. */
  reader: Database;
  logger: Logger;
};

/** How many rows of each set one run verifies. */
const LIMIT = 2_000;
/** A row's time precedes its commit by up to the longest transaction. */
const OVERLAP_MS = 60_000;
/** Events in transit have this time to arrive. Confirmed after 3 to 5 min: P-8.4 allows ten. */
const CONFIRM_MS = 3 * 60_000;

/**
 * Verifies new rows of each set, the next rows of a sweep over all of them, and known violations
 * again. Reads a bounded number of rows by their keys, however large the tables are. False while
 * another replica runs.
 */
export async function checkInvariants(
  { pool, sessions, reader, logger }: InvariantOptions,
  now = new Date(),
): Promise<boolean> {
  const isDone = await withSessionLock(sessions, 'invariants', async () => {
    const keysOf = new Map<string, string[]>();
    for (const source of SOURCES) keysOf.set(source.name, await advance(pool, reader, source, now));
    for (const check of CHECKS) {
      const known = await listViolationKeys(pool, check.name);
      const candidates = new Set([...known, ...(keysOf.get(check.source ?? '') ?? [])]);
      await saveViolations(pool, check.name, await listViolated(reader, check, [...candidates]));
    }
    const confirmed = await confirmViolations(pool, new Date(now.getTime() - CONFIRM_MS));
    for (const violation of confirmed) logger.error(violation, 'invariant.violated');
    await saveRun(pool);
    return true;
  });
  return isDone ?? false;
}

/** The keys to verify in this run. */
async function advance(pool: Pool, reader: Database, source: Source, now: Date): Promise<string[]> {
  const { verifiedUntil, sweptTo } = await findProgress(pool, source.name);
  const since = new Date((verifiedUntil ?? now).getTime() - OVERLAP_MS);
  const added = await listNewRows(reader, source, { since, limit: LIMIT });
  const next = await listNextRows(reader, source, { after: sweptTo, limit: LIMIT });
  // With more new rows than one run verifies, the next run continues with the last of them.
  const last = Math.max(added.until?.getTime() ?? 0, since.getTime() + 1) + OVERLAP_MS;
  await saveProgress(pool, source.name, {
    verifiedUntil: added.keys.length === LIMIT ? new Date(last) : now,
    sweptTo: next.sweptTo,
  });
  return [...added.keys, ...next.keys];
}

/** Read from the database: the last run may have been in another replica. */
export function addInvariantMetrics(metrics: Metrics, pool: Pool): void {
  metrics.gauge('invariant_violations', 'Rows that have violated an invariant for minutes', () =>
    countConfirmed(pool),
  );
  metrics.gauge(
    'invariants_last_run_timestamp_seconds',
    'When the invariants were last checked',
    async () => {
      const last = await findLastRun(pool);
      return last ? last.getTime() / 1000 : Number.NaN;
    },
  );
}
