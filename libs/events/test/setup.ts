import { defineEvent, type EventEnvelope } from '@cairn/contracts/events/define-event.ts';
import { id } from '@cairn/contracts/ids.ts';
import type { Pool, Transaction } from '@cairn/postgres/pool.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { z } from 'zod';

/** Event for these tests only; `n` counts within a key. */
export const happened = defineEvent({
  type: 'test.happened',
  version: 1,
  topic: 'users',
  consumers: [],
  key: (data) => data.key,
  schema: z.object({ key: id, n: z.int(), text: z.string().optional() }),
});

export function eventOf(key: string, n: number): EventEnvelope {
  return makeEvent(happened, { key, n });
}

/** A table for effects, in place of a service's own. */
export async function createEffects(pool: Pool): Promise<void> {
  await pool.query(
    'CREATE TABLE effects (position bigint GENERATED ALWAYS AS IDENTITY, key text, n integer)',
  );
}

export async function addEffect(tx: Transaction, { key, n }: { key: string; n: number }) {
  await tx.query('INSERT INTO effects (key, n) VALUES ($1, $2)', [key, n]);
}

export async function effectsOf(pool: Pool, key: string): Promise<number[]> {
  const { rows } = await pool.query('SELECT n FROM effects WHERE key = $1 ORDER BY position', [
    key,
  ]);
  return rows.map(({ n }) => n);
}
