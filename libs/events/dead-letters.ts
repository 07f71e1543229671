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
 * Brings dead letters back: each becomes a parked event that is due now, so that the running
 * service tries it again in the order of its key. Safe to repeat: an event that was handled
 * meanwhile is a no-op. Returns the ids that were brought back; what still cannot be read stays.
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
