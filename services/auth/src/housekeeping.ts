import type { Pool } from '@cairn/postgres/pool.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { deleteExpiredRegistrations } from './registration/pending-registrations.store.ts';
import type { RevocationService } from './revocations/revocations.service.ts';
import { deleteExpiredSessions } from './sessions/sessions.store.ts';

const HOUR_MS = 3600 * 1000;

/** Deletes expired rows at start and once an hour. Safe to run in several processes at once. */
export function createHousekeeping({
  pool,
  logger,
  revocations,
}: {
  pool: Pool;
  logger: Logger;
  revocations: Pick<RevocationService, 'purge'>;
}): BackgroundService & { purge(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function purge(): Promise<void> {
    const registrations = await deleteExpiredRegistrations(pool);
    const endedSessionIds = await deleteExpiredSessions(pool);
    await revocations.purge(endedSessionIds);
    logger.info({ registrations }, 'accounts.purged');
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
