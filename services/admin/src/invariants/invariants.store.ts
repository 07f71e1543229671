import type { Database } from '@cairn/postgres/pool.ts';

export type Progress = { verifiedUntil: Date | null; sweptTo: string | null };

export async function findProgress(db: Database, source: string): Promise<Progress> {
  const { rows } = await db.query(
    `SELECT verified_until AS "verifiedUntil", swept_to AS "sweptTo"
     FROM invariant_progress WHERE source = $1`,
    [source],
  );
  return rows[0] ?? { verifiedUntil: null, sweptTo: null };
}

export async function saveProgress(
  db: Database,
  source: string,
  { verifiedUntil, sweptTo }: Progress,
): Promise<void> {
  await db.query(
    `INSERT INTO invariant_progress (source, verified_until, swept_to) VALUES ($1, $2, $3)
     ON CONFLICT (source) DO UPDATE
       SET verified_until = excluded.verified_until, swept_to = excluded.swept_to`,
    [source, verifiedUntil, sweptTo],
  );
}

export async function listViolationKeys(db: Database, check: string): Promise<string[]> {
  const { rows } = await db.query('SELECT key FROM invariant_violations WHERE check_name = $1', [
    check,
  ]);
  return rows.map((row) => row.key);
}

/** Replaces the violations of a check by `keys`; those that stay keep the time of the first sight. */
export async function saveViolations(db: Database, check: string, keys: string[]): Promise<void> {
  await db.query(
    `WITH resolved AS (
       DELETE FROM invariant_violations WHERE check_name = $1 AND key <> ALL($2::text[])
     )
     INSERT INTO invariant_violations (check_name, key) SELECT $1, unnest($2::text[])
     ON CONFLICT DO NOTHING`,
    [check, keys],
  );
}

export type Violation = { check: string; key: string };

/** Confirms violations that were first seen before `before` and returns the new ones. */
export async function confirmViolations(db: Database, before: Date): Promise<Violation[]> {
  const { rows } = await db.query(
    `UPDATE invariant_violations SET confirmed_at = now()
     WHERE confirmed_at IS NULL AND first_seen_at <= $1
     RETURNING check_name AS check, key`,
    [before],
  );
  return rows;
}

export async function saveRun(db: Database): Promise<void> {
  await db.query(
    `INSERT INTO invariant_runs (finished_at) VALUES (now())
     ON CONFLICT (id) DO UPDATE SET finished_at = excluded.finished_at`,
  );
}

export async function countConfirmed(db: Database): Promise<number> {
  const { rows } = await db.query(
    'SELECT count(*)::int AS count FROM invariant_violations WHERE confirmed_at IS NOT NULL',
  );
  return rows[0].count;
}

/** Null before the first run. */
export async function findLastRun(db: Database): Promise<Date | null> {
  const { rows } = await db.query('SELECT finished_at FROM invariant_runs');
  return rows[0]?.finished_at ?? null;
}
