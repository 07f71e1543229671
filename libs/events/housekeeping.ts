import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { deleteHandledBefore } from './inbox.store.ts';
import { deletePublishedBefore } from './outbox.store.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Topics keep seven days: an id must be known for longer than its event can come again. */
const KEEP_INBOX_MS = 30 * DAY_MS;
const KEEP_OUTBOX_MS = 7 * DAY_MS;

/** Removes what is past its age from outbox and inbox, once an hour. Two copies at once do no harm. */
export function createHousekeeping(pool: Pool, logger: Logger) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function tidy(): Promise<void> {
    const outbox = await deletePublishedBefore(pool, new Date(Date.now() - KEEP_OUTBOX_MS));
    const inbox = await deleteHandledBefore(pool, new Date(Date.now() - KEEP_INBOX_MS));
    if (outbox + inbox > 0) logger.info({ outbox, inbox }, 'events.purged');
  }

  return {
    start() {
      timer = setInterval(() => {
        running = tidy().catch((err) => logger.warn({ err }, 'events.purge_failed'));
      }, 3600 * 1000);
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
    tidy,
  };
}
