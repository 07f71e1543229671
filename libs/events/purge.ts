import { deleteInBatches } from '@cairn/postgres/delete-in-batches.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { deleteDeadBefore, deleteDeadOfPeopleBefore } from './dead-letters.store.ts';
import { deleteExpiredKeys } from './idempotency.store.ts';
import { deleteHandledBefore } from './inbox.store.ts';
import { deletePublishedBefore } from './outbox.store.ts';
import { deleteUnknownBefore } from './parked-events.store.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Exceeds the seven days that topics keep events, so that a redelivered id is still known. */
const KEEP_INBOX_MS = 30 * DAY_MS;
const KEEP_OUTBOX_MS = 7 * DAY_MS;
/** Time for an operator to fix the cause and replay. Without personal data there is more of it. */
const KEEP_DEAD_OF_PEOPLE_MS = 30 * DAY_MS;
const KEEP_DEAD_MS = 180 * DAY_MS;

/** Deletes expired rows of outbox, inbox and dead letters. Safe to run concurrently. */
export async function purgeEvents(pool: Pool, logger: Logger, signal?: AbortSignal): Promise<void> {
  const ago = (keepMs: number) => new Date(Date.now() - keepMs);
  const deleteAll = (deleteSome: typeof deletePublishedBefore, before: Date) =>
    deleteInBatches((limit) => deleteSome(pool, before, limit), signal);
  const outbox = await deleteAll(deletePublishedBefore, ago(KEEP_OUTBOX_MS));
  const inbox = await deleteAll(deleteHandledBefore, ago(KEEP_INBOX_MS));
  const dead = await deleteAll(deleteDeadOfPeopleBefore, ago(KEEP_DEAD_OF_PEOPLE_MS));
  const old = await deleteAll(deleteDeadBefore, ago(KEEP_DEAD_MS));
  const keys = await deleteAll(deleteExpiredKeys, new Date());
  if (outbox + inbox + dead + keys > 0) {
    logger.info({ outbox, inbox, dead, keys }, 'events.purged');
  }
  if (old > 0) logger.error({ dead: old }, 'events.dead_letters_expired');
  const unknown = await deleteAll(deleteUnknownBefore, ago(KEEP_DEAD_OF_PEOPLE_MS));
  if (unknown > 0) logger.error({ unknown }, 'events.unknown_expired');
}
