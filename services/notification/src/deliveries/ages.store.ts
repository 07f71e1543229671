import type { Database } from '@cairn/postgres/pool.ts';

/** Age in seconds of the oldest row that waits, in nobody's pause; 0 where none does. */
export async function oldestPendingAge(db: Database): Promise<number> {
  const { rows } = await db.query(
    `SELECT coalesce(extract(epoch FROM now() - min(greatest(d.created_at, d.not_before))), 0)::float AS age
     FROM deliveries d LEFT JOIN mailings m ON m.id = d.mailing_id
     WHERE d.state = 'pending' AND m.state IS DISTINCT FROM 'paused'
       AND (d.not_before IS NULL OR d.not_before <= now())`,
  );
  return rows[0].age;
}

/**
 * Of those that have not been tried yet: since when in seconds the oldest
 * has been on its way to a worker; 0 where none is.
 */
export async function oldestDueAge(db: Database): Promise<number> {
  const { rows } = await db.query(
    `SELECT coalesce(extract(epoch FROM now() - min(greatest(d.created_at, d.not_before))), 0)::float AS age
     FROM deliveries d LEFT JOIN mailings m ON m.id = d.mailing_id
     WHERE d.state = 'pending' AND d.attempts = 0 AND m.state IS DISTINCT FROM 'paused'
       AND (d.not_before IS NULL OR d.not_before <= now())`,
  );
  return rows[0].age;
}
