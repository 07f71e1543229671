import type { MailingSegment } from '@cairn/contracts/http/mailing-segment.ts';
import type { MailingFilter } from '@cairn/contracts/http/staff-messages.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { ListPage } from '@cairn/service-kit/keyset.ts';
import { z } from 'zod';
import { STORED_SEGMENT } from '../recipients/segments.store.ts';
import type { MailingState } from './mailings.store.ts';

export type MailingRow = {
  id: string;
  subject: string;
  total: number;
  state: MailingState;
  sent: number;
  failed: number;
  suppressed: number;
  createdAt: Date;
  sendAt: Date | null;
  finishedAt: Date | null;
};

/** `maybe_sent` counts as failed: staff check both. */
const PROGRESS = `m.id, m.subject, m.total, m.state, m.created_at AS "createdAt",
  m.send_at AS "sendAt", m.finished_at AS "finishedAt",
  coalesce(ended.sent, 0) AS sent, coalesce(ended.failed, 0) AS failed,
  coalesce(ended.suppressed, 0) AS suppressed`;
const ENDED = `LATERAL (
  SELECT count(*) FILTER (WHERE d.state = 'sent')::int AS sent,
    count(*) FILTER (WHERE d.state IN ('failed', 'maybe_sent'))::int AS failed,
    count(*) FILTER (WHERE d.state = 'suppressed')::int AS suppressed
  FROM deliveries d WHERE d.mailing_id = m.id) ended ON true`;

const FIND_MAILING = statement(
  'notification.findMailing',
  `SELECT ${PROGRESS} FROM mailings m LEFT JOIN ${ENDED} WHERE m.id::text = $1 AND NOT m.is_test`,
);

export async function findMailing(db: Database, id: string): Promise<MailingRow | null> {
  return FIND_MAILING.first(db, [id]);
}

// Conditions without a value fold to constants when the statement is planned with its parameters, so
// the statements are not named.
const MATCHES = `NOT m.is_test AND ($1?::text IS NULL OR m.state = $1)
  AND ($2?::uuid IS NULL OR m.id = $2)
  AND ($3?::text IS NULL OR lower(m.subject) COLLATE "C" LIKE $3)`;

const listRows = (sign: '<' | '>', order: 'ASC' | 'DESC') =>
  `SELECT ${PROGRESS} FROM (
     SELECT * FROM mailings m
     WHERE ${MATCHES} AND ($4?::uuid IS NULL OR (m.created_at, m.id) ${sign}
       ((SELECT created_at FROM mailings WHERE id = $4), $4))
     ORDER BY m.created_at ${order}, m.id ${order} LIMIT $5 OFFSET $6) m
   LEFT JOIN ${ENDED} ORDER BY m.created_at ${order}, m.id ${order}`;

const LIST_DESCENDING = statement('notification.listMailingRows', listRows('<', 'DESC'), {
  isNamed: false,
});
const LIST_ASCENDING = statement('notification.listMailingRowsAscending', listRows('>', 'ASC'), {
  isNamed: false,
});

export async function listMailingRows(
  db: Database,
  filter: MailingFilter,
  { edgeId, isAscending, limit, offset }: ListPage,
): Promise<MailingRow[]> {
  const list = isAscending ? LIST_ASCENDING : LIST_DESCENDING;
  return list.all(db, [...conditions(filter), edgeId, limit, offset]);
}

const COUNT_MAILINGS = statement(
  'notification.countMailings',
  `SELECT count(*)::int FROM (SELECT FROM mailings m WHERE ${MATCHES} LIMIT $4?) found`,
  { isNamed: false },
);

/** Counts up to `max` rows; all without it. */
export async function countMailings(
  db: Database,
  filter: MailingFilter,
  max: number | null,
): Promise<number> {
  const row = await COUNT_MAILINGS.one(db, [...conditions(filter), max]);
  return row.count;
}

function conditions({ state, search }: MailingFilter) {
  const id = z.uuid().safeParse(search).data ?? null;
  const pattern = `${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return [state || null, id, search && !id ? pattern : null] as const;
}

export type StoredMailing = {
  subject: string;
  html: string;
  state: MailingState;
  /** To addresses that staff named. */
  isChosen: boolean;
  addresses: string[] | null;
  segment: Partial<MailingSegment>;
  sendAt: Date | null;
  version: number;
  editedBy: string | null;
  editedAt: Date | null;
};

const FIND_STORED_MAILING = statement(
  'notification.findStoredMailing',
  `SELECT m.subject, m.html, m.state, m.is_chosen AS "isChosen", m.addresses, m.send_at AS "sendAt",
     ${STORED_SEGMENT} AS "segment!", m.edit_version AS version, m.edited_by AS "editedBy",
     m.edited_at AS "editedAt"
   FROM mailings m WHERE m.id::text = $1 AND NOT m.is_test`,
);

export async function findStoredMailing(db: Database, id: string): Promise<StoredMailing | null> {
  return FIND_STORED_MAILING.first(db, [id]);
}
