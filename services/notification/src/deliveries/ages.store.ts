import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

const OLDEST_PENDING_AGE = statement(
  'notification.oldestPendingAge',
  `SELECT coalesce(extract(epoch FROM now() - least(
     (SELECT min(greatest(d.created_at, d.not_before))
      FROM deliveries d LEFT JOIN mailings m ON m.id = d.mailing_id
      WHERE d.state = 'pending' AND m.state IS DISTINCT FROM 'paused'
        AND (d.not_before IS NULL OR d.not_before <= now())),
     (SELECT min(send_at) FROM mailings WHERE state = 'scheduled' AND send_at <= now())
   )), 0)::float AS age`,
);

/**
 * Age in seconds of the oldest pending row whose mailing is not paused, or of the oldest scheduled mailing
 * that is due; 0 without one.
 */
export async function oldestPendingAge(db: Database): Promise<number> {
  const row = await OLDEST_PENDING_AGE.one(db);
  return row.age;
}

const OLDEST_DUE_AGE = statement(
  'notification.oldestDueAge',
  `SELECT coalesce(extract(epoch FROM now() - min(greatest(d.created_at, d.not_before))), 0)::float AS age
   FROM deliveries d LEFT JOIN mailings m ON m.id = d.mailing_id
   WHERE d.state = 'pending' AND d.attempts = 0 AND m.state IS DISTINCT FROM 'paused'
     AND (d.not_before IS NULL OR d.not_before <= now())`,
);

/** Age in seconds of the oldest pending row without an attempt: the delay until a worker takes it; 0 without one. */
export async function oldestDueAge(db: Database): Promise<number> {
  const row = await OLDEST_DUE_AGE.one(db);
  return row.age;
}
