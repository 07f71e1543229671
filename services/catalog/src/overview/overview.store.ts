import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type OpenClaims = { count: number; oldestSeconds: number };

const READ_OPEN_CLAIMS = statement(
  'catalog.readOpenClaims',
  `SELECT count(*)::int,
     coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds!"
   FROM claims WHERE state = 'open'`,
);

export async function readOpenClaims(db: Database): Promise<OpenClaims> {
  return READ_OPEN_CLAIMS.one(db);
}

export type ActiveHunts = { count: number; prizeCents: number };

const READ_ACTIVE_HUNTS = statement(
  'catalog.readActiveHunts',
  `SELECT count(*)::int, coalesce(sum(h.base_value_cents + m.bonus_cents), 0)::float8 AS "prizeCents!"
   FROM hunts h CROSS JOIN LATERAL (
     SELECT coalesce(sum(bonus_cents), 0) AS bonus_cents FROM membership_days d
     WHERE d.hunt_id = h.id) m
   WHERE h.status = 'active'`,
);

/** How many hunts are active, and the sum of their prizes. */
export async function readActiveHunts(db: Database): Promise<ActiveHunts> {
  return READ_ACTIVE_HUNTS.one(db);
}

export type HuntChanges = {
  huntId: string;
  huntTitle: string;
  baseValueCents: number;
  /** Null unless the prize is frozen. */
  frozenBonusCents: number | null;
  /** The day (UTC) on which the prize was frozen. */
  completedOn: string | null;
  /** The day before `from` for all earlier changes, and for a hunt without any. */
  day: string;
  members: number;
  bonusCents: number;
};

const LIST_MEMBERSHIP_CHANGES = statement(
  'catalog.listMembershipChanges',
  `SELECT h.id AS "huntId", h.title AS "huntTitle", h.base_value_cents AS "baseValueCents",
     h.frozen_bonus_cents::float8 AS "frozenBonusCents",
     (h.completed_at AT TIME ZONE 'UTC')::date::text AS "completedOn",
     greatest(d.day, $1::date - 1)::text AS "day!", coalesce(sum(d.members), 0)::int AS "members!",
     coalesce(sum(d.bonus_cents), 0)::float8 AS "bonusCents!"
   FROM hunts h LEFT JOIN membership_days d ON d.hunt_id = h.id
   WHERE h.status <> 'draft'
     AND coalesce(h.completed_at, h.cancelled_at, 'infinity') >= $1::date::timestamp AT TIME ZONE 'UTC'
   GROUP BY h.id, 6 ORDER BY h.position, h.created_at, h.id, 6`,
);

/** Of the hunts that were open on `from` or later, a row for each day with changes, in order. */
export async function listMembershipChanges(db: Database, from: string): Promise<HuntChanges[]> {
  return LIST_MEMBERSHIP_CHANGES.all(db, [from]);
}
