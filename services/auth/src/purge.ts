import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { RevocationService } from './revocations/revocations.service.ts';
import { deleteExpiredSessions } from './sessions/sessions.store.ts';
import { deleteExpiredRegistrations } from './users/pending-registrations.store.ts';

/** Deletes expired rows. Safe to run concurrently. */
export async function purge({
  pool,
  logger,
  revocations,
}: {
  pool: Pool;
  logger: Logger;
  revocations: Pick<RevocationService, 'purge'>;
}): Promise<void> {
  const registrations = await deleteExpiredRegistrations(pool);
  const endedSessionIds = await deleteExpiredSessions(pool);
  await revocations.purge(endedSessionIds);
  logger.info({ registrations }, 'accounts.purged');
}
