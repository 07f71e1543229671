import type { Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { Numbered } from './number-releases.ts';

const LOCK_NUMBERS = statement(
  'catalog.lockNumbers',
  `SELECT c.id, c.number, c.is_number_chosen, c.publish_at,
          coalesce(c.publish_at <= clock_timestamp() AND h.status NOT IN ('draft', 'upcoming'), false)
            AS is_released
   FROM clues c JOIN hunts h ON h.id = c.hunt_id
   WHERE c.hunt_id = $1 AND c.kind = $2
   ORDER BY c.id FOR NO KEY UPDATE OF c`,
);

/** Locks the clues until the transaction ends, against a concurrent announcement. */
export async function lockNumbers(
  tx: Transaction,
  huntId: string,
  kind: 'clue' | 'update',
): Promise<Numbered[]> {
  return LOCK_NUMBERS.all(tx, [huntId, kind]);
}

const RESERVE_NUMBERS = statement(
  'catalog.reserveNumbers',
  'UPDATE clues SET number = number + 1000000 WHERE id = ANY($1::uuid[])',
);

const SET_NUMBERS = statement(
  'catalog.setNumbers',
  `UPDATE clues c SET number = n.number
   FROM unnest($1::uuid[], $2::integer[]) AS n (id, number) WHERE c.id = n.id`,
);

/** In two steps, because the unique constraint is checked for each row. */
export async function updateNumbers(
  tx: Transaction,
  changes: readonly { id: string; number: number }[],
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  await RESERVE_NUMBERS.execute(tx, [ids]);
  await SET_NUMBERS.execute(tx, [ids, changes.map(({ number }) => number)]);
}
