import type { Pool } from '@cairn/postgres/pool.ts';
import type { Part } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { deleteExpiredRegistrations } from './registration/pending-registrations.store.ts';

const HOUR_MS = 3600 * 1000;

/** Deletes expired rows at start and once an hour. Several copies at once do no harm. */
export function createHousekeeping(pool: Pool, logger: Logger): Part & { purge(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function purge(): Promise<void> {
    const registrations = await deleteExpiredRegistrations(pool);
    if (registrations > 0) logger.info({ registrations }, 'accounts.purged');
  }

  function run(): void {
    running = purge().catch((err) => logger.warn({ err }, 'accounts.purge_failed'));
  }

  return {
    start() {
      run();
      timer = setInterval(run, HOUR_MS);
    },
    async stop() {
      clearInterval(timer);
      await running;
    },
    purge,
  };
}
