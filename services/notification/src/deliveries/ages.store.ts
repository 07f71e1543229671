import type { Database } from '@cairn/postgres/pool.ts';

/** Age in seconds of the oldest pending row whose mailing is not paused; 0 without one. */
export async function oldestPendingAge(db: Database): Promise<number> {
  const { rows } = await db.query(
    `SELECT coalesce(extract(epoch FROM now() - min(greatest(d.created_at, d.not_before))), 0)::float AS age
     FROM deliveries d LEFT JOIN mailings m ON m.id = d.mailing_id
     WHERE d.state = 'pending' AND m.state IS DISTINCT FROM 'paused'
       AND (d.not_before IS NULL OR d.not_before <= now())`,
  );
  return rows[0].age;
}

/** Age in seconds of the oldest pending row without an attempt: the delay until a worker takes it; 0 without one. */
export async function oldestDueAge(db: Database): Promise<number> {
  const { rows } = await db.query(
    `SELECT coalesce(extract(epoch FROM now() - min(greatest(d.created_at, d.not_before))), 0)::float AS age
     FROM deliveries d LEFT JOIN mailings m ON m.id = d.mailing_id
     WHERE d.state = 'pending' AND d.attempts = 0 AND m.state IS DISTINCT FROM 'paused'
       AND (d.not_before IS NULL OR d.not_before <= now())`,
  );
  return rows[0].age;
}
