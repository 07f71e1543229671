import type { Database, Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { deleteDeadOfPeopleBefore } from './dead-letters.store.ts';
import { deleteExpiredKeys } from './idempotency.store.ts';
import { deleteHandledBefore } from './inbox.store.ts';
import { deletePublishedBefore } from './outbox.store.ts';
import { deleteUnknownBefore } from './parked-events.store.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Exceeds the seven days that topics keep events, so that a redelivered id is still known. */
const KEEP_INBOX_MS = 30 * DAY_MS;
const KEEP_OUTBOX_MS = 7 * DAY_MS;
/** Time for an operator to fix the cause and replay. */
const KEEP_DEAD_MS = 30 * DAY_MS;
/** Keeps each DELETE well below the statement timeout. */
const AT_ONCE = 5_000;

/**
 * Deletes expired rows of outbox and inbox, and dead letters with personal data, at start and once
 * an hour. Safe in several copies at once.
 */
export function createHousekeeping(pool: Pool, logger: Logger) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function tidy(): Promise<void> {
    const outbox = await deleteAll(deletePublishedBefore, new Date(Date.now() - KEEP_OUTBOX_MS));
    const inbox = await deleteAll(deleteHandledBefore, new Date(Date.now() - KEEP_INBOX_MS));
    const dead = await deleteAll(deleteDeadOfPeopleBefore, new Date(Date.now() - KEEP_DEAD_MS));
    const keys = await deleteAll(deleteExpiredKeys, new Date());
    if (outbox + inbox + dead + keys > 0) {
      logger.info({ outbox, inbox, dead, keys }, 'events.purged');
    }
    const unknown = await deleteAll(deleteUnknownBefore, new Date(Date.now() - KEEP_DEAD_MS));
    if (unknown > 0) logger.error({ unknown }, 'events.unknown_expired');
  }

  async function deleteAll(
    deleteSome: (db: Database, before: Date, limit: number) => Promise<number>,
    before: Date,
  ): Promise<number> {
    for (let sum = 0; ; ) {
      const count = await deleteSome(pool, before, AT_ONCE);
      sum += count;
      if (count < AT_ONCE || isStopping) return sum;
    }
  }

  function run(): void {
    running = tidy().catch((err) => logger.warn({ err }, 'events.purge_failed'));
  }

  return {
    start() {
      run();
      timer = setInterval(run, HOUR_MS);
    },
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
    tidy,
  };
}
