import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

/** `addresses`, else the members of `hunt`, else all users; of the latter two only active, verified users. */
export type Audience = { addresses: string[] | null; hunt: string | null };

/** One row per mailbox, without duplicates; $1 and $2 are the audience. */
const AUDIENCE = `
  SELECT DISTINCT ON (address) user_id, address, is_suspended FROM (
    SELECT r.user_id, lower(r.email) AS address, false AS is_suspended FROM recipients r
    WHERE $1?::text[] IS NULL AND r.status = 'active' AND r.email_verified
      AND ($2?::text IS NULL OR EXISTS (
        SELECT FROM alert_preferences p
        WHERE p.user_id = r.user_id AND p.product_id::text = $2 AND p.is_member))
    UNION ALL
    SELECT r.user_id, given.address, coalesce(r.status = 'suspended', false)
    FROM unnest($1::text[]) AS given(address) LEFT JOIN recipients r ON lower(r.email) = given.address
  ) candidates ORDER BY address, user_id`;

const COUNT_AUDIENCE = statement(
  'notification.countAudience',
  `SELECT count(*)::int FROM (${AUDIENCE}) audience`,
);

export async function countAudience(db: Database, { addresses, hunt }: Audience): Promise<number> {
  const row = await COUNT_AUDIENCE.one(db, [addresses, hunt]);
  return row.count;
}

export type MailingContent = { subject: string; html: string; text: string };

const INSERT_MAILING = statement(
  'notification.insertMailing',
  `INSERT INTO mailings (created_by, subject, html, text, is_test, is_chosen, hunt_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7?) RETURNING id`,
);

export async function insertMailing(
  tx: Transaction,
  { subject, html, text }: MailingContent,
  { adminId, isTest, audience }: { adminId: string; isTest: boolean; audience: Audience },
): Promise<string> {
  const row = await INSERT_MAILING.one(tx, [
    adminId,
    subject,
    html,
    text,
    isTest,
    audience.addresses !== null,
    audience.hunt,
  ]);
  return row.id;
}

const INSERT_MAILING_DELIVERIES = statement(
  'notification.insertMailingDeliveries',
  `WITH audience AS (
     SELECT user_id, address, is_suspended, row_number() OVER (ORDER BY address)::int AS place
     FROM (${AUDIENCE}) recipients),
   batches AS (
     INSERT INTO delivery_batches (source_id, template, part, mailing_id, traceparent)
     SELECT DISTINCT $3::uuid, 'mailing', (place - 1) / $4, $3::uuid, $5? FROM audience
     RETURNING id, part)
   INSERT INTO deliveries (event_id, template, channel, user_id, ordinal, address, mailing_id,
     batch_id, traceparent, even_suspended)
   SELECT $3, 'mailing', 'email', user_id, CASE WHEN user_id IS NULL THEN place ELSE 0 END,
     CASE WHEN user_id IS NULL THEN address END, $3, batches.id, $5,
     is_suspended
   FROM audience JOIN batches ON batches.part = (place - 1) / $4`,
);

/** Inserts a delivery for each recipient of the current audience, in batches; returns the number. */
export async function insertMailingDeliveries(
  tx: Transaction,
  {
    mailingId,
    batchSize,
    traceparent,
  }: {
    mailingId: string;
    batchSize: number;
    traceparent: string | null;
  },
  { addresses, hunt }: Audience,
): Promise<number> {
  return INSERT_MAILING_DELIVERIES.execute(tx, [
    addresses,
    hunt,
    mailingId,
    batchSize,
    traceparent,
  ]);
}

const SET_MAILING_TOTAL = statement(
  'notification.setMailingTotal',
  'UPDATE mailings SET total = $2 WHERE id = $1',
);

export async function setMailingTotal(tx: Transaction, id: string, total: number): Promise<void> {
  await SET_MAILING_TOTAL.execute(tx, [id, total]);
}

const FIND_MAILING_CONTENT = statement(
  'notification.findMailingContent',
  'SELECT subject, html, text FROM mailings WHERE id = $1',
);

export async function findMailingContent(db: Database, id: string): Promise<MailingContent | null> {
  return FIND_MAILING_CONTENT.first(db, [id]);
}

export type MailingState = 'sending' | 'paused' | 'stopped' | 'finished';

export type MailingRow = {
  id: string;
  subject: string;
  total: number;
  state: MailingState;
  sent: number;
  failed: number;
  suppressed: number;
  createdAt: Date;
  finishedAt: Date | null;
};

/** `maybe_sent` counts as failed: staff check both. */
const PROGRESS = `m.id, m.subject, m.total, m.state, m.created_at AS "createdAt",
  m.finished_at AS "finishedAt",
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

const LIST_MAILING_ROWS = statement(
  'notification.listMailingRows',
  `SELECT ${PROGRESS} FROM (
     SELECT * FROM mailings WHERE NOT is_test ORDER BY created_at DESC, id LIMIT $1 OFFSET $2) m
   LEFT JOIN ${ENDED} ORDER BY m.created_at DESC, m.id`,
);

export async function listMailingRows(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<MailingRow[]> {
  return LIST_MAILING_ROWS.all(db, [limit, offset]);
}

const COUNT_MAILINGS = statement(
  'notification.countMailings',
  'SELECT count(*)::int FROM mailings WHERE NOT is_test',
);

export async function countMailings(db: Database): Promise<number> {
  const row = await COUNT_MAILINGS.one(db);
  return row.count;
}
