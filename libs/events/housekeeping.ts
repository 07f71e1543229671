import { deleteInBatches } from '@cairn/postgres/delete-in-batches.ts';
import type { Database, Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { deleteDeadBefore, deleteDeadOfPeopleBefore } from './dead-letters.store.ts';
import { deleteExpiredKeys } from './idempotency.store.ts';
import { deleteHandledBefore } from './inbox.store.ts';
import { deletePublishedBefore } from './outbox.store.ts';
import { deleteUnknownBefore } from './parked-events.store.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Exceeds the seven days that topics keep events, so that a redelivered id is still known. */
const KEEP_INBOX_MS = 30 * DAY_MS;
const KEEP_OUTBOX_MS = 7 * DAY_MS;
/** Time for an operator to fix the cause and replay. Without personal data there is more of it. */
const KEEP_DEAD_OF_PEOPLE_MS = 30 * DAY_MS;
const KEEP_DEAD_MS = 180 * DAY_MS;
/**
 * Deletes expired rows of outbox, inbox and dead letters at start and once an hour, a bounded number
 * in each run. Safe in several copies at once.
 */
export function createHousekeeping(pool: Pool, logger: Logger) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function tidy(): Promise<void> {
    const outbox = await deleteAll(deletePublishedBefore, new Date(Date.now() - KEEP_OUTBOX_MS));
    const inbox = await deleteAll(deleteHandledBefore, new Date(Date.now() - KEEP_INBOX_MS));
    const dead = await deleteAll(
      deleteDeadOfPeopleBefore,
      new Date(Date.now() - KEEP_DEAD_OF_PEOPLE_MS),
    );
    const old = await deleteAll(deleteDeadBefore, new Date(Date.now() - KEEP_DEAD_MS));
    const keys = await deleteAll(deleteExpiredKeys, new Date());
    if (outbox + inbox + dead + keys > 0) {
      logger.info({ outbox, inbox, dead, keys }, 'events.purged');
    }
    if (old > 0) logger.error({ dead: old }, 'events.dead_letters_expired');
    const unknown = await deleteAll(
      deleteUnknownBefore,
      new Date(Date.now() - KEEP_DEAD_OF_PEOPLE_MS),
    );
    if (unknown > 0) logger.error({ unknown }, 'events.unknown_expired');
  }

  function deleteAll(
    deleteSome: (db: Database, before: Date, limit: number) => Promise<number>,
    before: Date,
  ): Promise<number> {
    return deleteInBatches(
      (limit) => deleteSome(pool, before, limit),
      () => isStopping,
    );
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
