import type { Database, Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { deleteDeadOfPeopleBefore } from './dead-letters.store.ts';
import { deleteExpiredKeys } from './idempotency.store.ts';
import { deleteHandledBefore } from './inbox.store.ts';
import { deletePublishedBefore } from './outbox.store.ts';
import { deleteUnknownBefore } from './parked-events.store.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Topics keep seven days: an id must be known for longer than its event can come again. */
const KEEP_INBOX_MS = 30 * DAY_MS;
const KEEP_OUTBOX_MS = 7 * DAY_MS;
/** Time enough to mend what failed and to bring them back. */
const KEEP_DEAD_MS = 30 * DAY_MS;
/** So many rows are gone well within the time that a statement has. */
const AT_ONCE = 5_000;

/**
 * Removes what is past its age from outbox and inbox, and of dead letters those that tell of people,
 * at start and once an hour. Two copies at once do no harm.
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
