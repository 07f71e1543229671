import { EVENTS } from '@cairn/contracts/events/catalogue.ts';
import type { Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { runInSpan } from '@cairn/service-kit/tracing.ts';
import { insertDeadEvent } from './dead-letters.store.ts';
import { describeFailure, findReception, type Handling, parseData } from './handlers.ts';
import { findInboxState, insertHandled, lockInboxKey } from './inbox.store.ts';
import {
  deleteParked,
  findDueForUpdate,
  insertUnknown,
  listDue,
  type ParkedEvent,
  postponeParked,
} from './parked-events.store.ts';

const AT_ONCE = 100;

/**
 * Retries the first due parked event of each key once. Returns how many were processed; rejects
 * only while the database is unavailable.
 */
export async function retryParked(handling: Handling, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (const due of await listDue(handling.pool, AT_ONCE, knownOf(handling))) {
    if (signal?.aborted) break;
    const { traceparent, type } = due.envelope;
    const span = { name: `retry ${type}`, kind: 'consumer', traceparent } as const;
    if (await runInSpan(span, () => retry(handling, due))) count += 1;
  }
  return count;
}

/** Types this release handles or ignores, as `type/version`. */
function knownOf({ byType }: Handling): string[] {
  const definitions = [...EVENTS, ...[...byType.values()].map(({ definition }) => definition)];
  return definitions.map(({ type, version }) => `${type}/${version}`);
}

/** False if another copy has processed it. */
async function retry(handling: Handling, due: ParkedEvent): Promise<boolean> {
  try {
    return await inTurn(handling, due, (tx, parked) => applyParked(handling, tx, parked));
  } catch (error) {
    // Uses a new transaction, since the failed one is rolled back and its connection may be lost.
    return inTurn(handling, due, (tx, parked) => countFailure(handling, tx, { ...parked, error }));
  }
}

function inTurn(
  { pool }: Handling,
  { position, envelope }: ParkedEvent,
  work: (tx: Transaction, parked: ParkedEvent) => Promise<void>,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await lockInboxKey(tx, envelope);
    const parked = await findDueForUpdate(tx, position);
    if (parked) await work(tx, parked);
    return parked !== null;
  });
}

async function applyParked(
  handling: Handling,
  tx: Transaction,
  { position, envelope }: ParkedEvent,
): Promise<void> {
  const { logger } = handling;
  const { id: eventId, type } = envelope;
  // Same as on receipt: no retry can fix the event, and it must not block later events of its key.
  const deadLetter = async (cause: string): Promise<void> => {
    await insertDeadEvent(tx, envelope, cause);
    logger.error({ eventId, type, cause }, 'event.dead_lettered');
  };
  await deleteParked(tx, position);
  const { isHandled } = await findInboxState(tx, envelope);
  if (isHandled) return;
  const handler = findReception(handling, envelope);
  if (handler === 'ignored') return;
  if (handler === 'unknown') return insertUnknown(tx, envelope);
  const parsed = parseData(handler, envelope);
  if (parsed.fault !== null) return deadLetter(parsed.fault);
  await insertHandled(tx, envelope);
  await handler.handle(tx, parsed.data, envelope);
  logger.info({ eventId, type }, 'event.applied_after_retry');
}

async function countFailure(
  { retries, logger }: Handling,
  tx: Transaction,
  { position, envelope, attempts: before, error }: ParkedEvent & { error: unknown },
): Promise<void> {
  const attempts = before + 1;
  const cause = describeFailure(error);
  const { id: eventId, type } = envelope;
  if (attempts >= retries.maxAttempts) {
    await deleteParked(tx, position);
    await insertDeadEvent(tx, envelope, `failed ${attempts} times: ${cause}`);
    logger.error({ err: error, eventId, type, attempts }, 'event.dead_lettered');
    return;
  }
  const nextTryAt = new Date(Date.now() + retries.waitMs(attempts));
  await postponeParked(tx, position, { attempts, nextTryAt, error: cause });
  logger.warn({ err: error, eventId, type, attempts }, 'event.retry_failed');
}
