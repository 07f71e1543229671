import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type Progress = { verifiedUntil: Date | null; sweptTo: string | null };

const FIND_PROGRESS = statement(
  'admin.findProgress',
  `SELECT verified_until AS "verifiedUntil", swept_to AS "sweptTo"
   FROM invariant_progress WHERE source = $1`,
);

export async function findProgress(db: Database, source: string): Promise<Progress> {
  return (await FIND_PROGRESS.first(db, [source])) ?? { verifiedUntil: null, sweptTo: null };
}

const SAVE_PROGRESS = statement(
  'admin.saveProgress',
  `INSERT INTO invariant_progress (source, verified_until, swept_to) VALUES ($1, $2?, $3?)
   ON CONFLICT (source) DO UPDATE
     SET verified_until = excluded.verified_until, swept_to = excluded.swept_to`,
);

export async function saveProgress(
  db: Database,
  source: string,
  { verifiedUntil, sweptTo }: Progress,
): Promise<void> {
  await SAVE_PROGRESS.execute(db, [source, verifiedUntil, sweptTo]);
}

const LIST_VIOLATION_KEYS = statement(
  'admin.listViolationKeys',
  'SELECT key FROM invariant_violations WHERE check_name = $1',
);

export async function listViolationKeys(db: Database, check: string): Promise<string[]> {
  const rows = await LIST_VIOLATION_KEYS.all(db, [check]);
  return rows.map((row) => row.key);
}

const SAVE_VIOLATIONS = statement(
  'admin.saveViolations',
  `WITH resolved AS (
     DELETE FROM invariant_violations WHERE check_name = $1 AND key <> ALL($2::text[])
   )
   INSERT INTO invariant_violations (check_name, key) SELECT $1, unnest($2::text[])
   ON CONFLICT DO NOTHING`,
);

/** Replaces the violations of a check by `keys`; those that stay keep the time of the first sight. */
export async function saveViolations(db: Database, check: string, keys: string[]): Promise<void> {
  await SAVE_VIOLATIONS.execute(db, [check, keys]);
}

export type Violation = { check: string; key: string };

const CONFIRM_VIOLATIONS = statement(
  'admin.confirmViolations',
  `UPDATE invariant_violations SET confirmed_at = now()
   WHERE confirmed_at IS NULL AND first_seen_at <= $1
   RETURNING check_name AS check, key`,
);

/** Confirms violations that were first seen before `before` and returns the new ones. */
export async function confirmViolations(db: Database, before: Date): Promise<Violation[]> {
  return CONFIRM_VIOLATIONS.all(db, [before]);
}

const SAVE_RUN = statement(
  'admin.saveRun',
  `INSERT INTO invariant_runs (finished_at) VALUES (now())
   ON CONFLICT (id) DO UPDATE SET finished_at = excluded.finished_at`,
);

export async function saveRun(db: Database): Promise<void> {
  await SAVE_RUN.execute(db);
}

const COUNT_CONFIRMED = statement(
  'admin.countConfirmed',
  'SELECT count(*)::int AS count FROM invariant_violations WHERE confirmed_at IS NOT NULL',
);

export async function countConfirmed(db: Database): Promise<number> {
  const row = await COUNT_CONFIRMED.one(db);
  return row.count;
}

const FIND_LAST_RUN = statement(
  'admin.findLastRun',
  'SELECT finished_at AS "finishedAt" FROM invariant_runs',
);

/** Null before the first run. */
export async function findLastRun(db: Database): Promise<Date | null> {
  const row = await FIND_LAST_RUN.first(db);
  return row?.finishedAt ?? null;
}
