import type { Transaction } from '@cairn/postgres/pool.ts';
import type { Numbered } from './number-releases.ts';

/** Locks the clues until the transaction ends, against a concurrent announcement. */
export async function lockNumbers(
  tx: Transaction,
  huntId: string,
  kind: 'clue' | 'update',
): Promise<Numbered[]> {
  const { rows } = await tx.query<Numbered>({
    name: 'clues-lock-numbers',
    text: `SELECT c.id, c.number, c.is_number_chosen, c.publish_at,
                  coalesce(c.publish_at <= clock_timestamp() AND h.status NOT IN ('draft', 'upcoming'), false)
                    AS is_released
           FROM clues c JOIN hunts h ON h.id = c.hunt_id
           WHERE c.hunt_id = $1 AND c.kind = $2
           ORDER BY c.id FOR NO KEY UPDATE OF c`,
    values: [huntId, kind],
  });
  return rows;
}

/** In two steps, because the unique constraint is checked for each row. */
export async function updateNumbers(
  tx: Transaction,
  changes: readonly { id: string; number: number }[],
): Promise<void> {
  const ids = changes.map(({ id }) => id);
  await tx.query('UPDATE clues SET number = number + 1000000 WHERE id = ANY($1::uuid[])', [ids]);
  await tx.query(
    `UPDATE clues c SET number = n.number
     FROM unnest($1::uuid[], $2::integer[]) AS n (id, number) WHERE c.id = n.id`,
    [ids, changes.map(({ number }) => number)],
  );
}
