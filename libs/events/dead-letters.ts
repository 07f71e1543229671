import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import {
  type DeadLetter,
  deleteDeadLetter,
  findDeadLetterForUpdate,
  listDeadLetterIds,
} from './dead-letters.store.ts';
import { fromMessage } from './message.ts';
import { insertParked } from './parked-events.store.ts';

/**
 * Turns dead letters into parked events that are due now; the running service applies them in the
 * order of their key. Idempotent: an event that was applied in the meantime is a no-op. Returns the
 * replayed ids; messages that still cannot be parsed stay.
 */
export async function replayDeadLetters(pool: Pool, ids?: string[]): Promise<string[]> {
  const replayed: string[] = [];
  for (const id of await listDeadLetterIds(pool)) {
    if (ids && !ids.includes(id)) continue;
    if (await inTransaction(pool, (tx) => replay(tx, id))) replayed.push(id);
  }
  return replayed;
}

async function replay(tx: Transaction, id: string): Promise<boolean> {
  const letter = await findDeadLetterForUpdate(tx, id);
  const envelope = letter && readEnvelope(letter);
  if (!envelope) return false;
  await deleteDeadLetter(tx, id);
  await insertParked(tx, envelope, { attempts: 0, nextTryAt: new Date(), error: null });
  return true;
}

function readEnvelope({ envelope, message }: DeadLetter) {
  if (envelope) return envelope;
  try {
    return fromMessage(message);
  } catch {
    return null;
  }
}
