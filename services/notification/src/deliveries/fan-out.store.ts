import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import type { TemplateName } from '../templates/catalogue.ts';

export type Alert = {
  eventId: string;
  template: TemplateName;
  productId: string;
  variables: Record<string, unknown>;
  /** A Date, since Postgres cannot parse an ISO text of the year 0. */
  expiresAt: Date;
  traceparent: string | null;
  /** The time of the fact. */
  happenedAt: Date;
};

/** The members of the hunt, with the reason against an email alert; `first` is checked before. */
const mailMembers = (productId: string, first = '') => `
       SELECT p.user_id, CASE
           ${first}
           WHEN NOT p.email_alerts THEN 'alerts are off'
           WHEN r.status <> 'active' THEN 'the account is suspended'
           WHEN NOT r.email_verified THEN 'the address is not verified' END AS reason
       FROM alert_preferences p JOIN recipients r ON r.user_id = p.user_id
       WHERE p.product_id = ${productId} AND p.is_member`;

/** As `mailMembers`, for SMS; a number of several accounts gets one message. */
const textMembers = (productId: string, first = '') => `
       SELECT user_id, CASE
           WHEN reason IS NULL
             AND row_number() OVER (PARTITION BY number, reason IS NULL ORDER BY user_id) > 1
           THEN 'another account has the same number' ELSE reason END AS reason
       FROM (
         SELECT p.user_id, n.number, CASE
             ${first}
             WHEN p.sms_stopped THEN 'stop'
             WHEN NOT p.sms_alerts THEN 'alerts are off'
             WHEN r.status <> 'active' THEN 'the account is suspended'
             WHEN n.number IS NULL THEN 'no number is confirmed' END AS reason
         FROM alert_preferences p JOIN recipients r ON r.user_id = p.user_id
           LEFT JOIN phones n ON n.user_id = p.user_id
         WHERE p.product_id = ${productId} AND p.is_member
           AND (p.sms_alerts OR n.number IS NOT NULL)) AS asked`;

const COUNT_ALERTS = statement(
  'notification.countAlerts',
  `SELECT
   (SELECT count(*)::int FROM (${mailMembers('$1::uuid')}) AS m WHERE reason IS NULL) AS emails,
   (SELECT count(*)::int FROM (${textMembers('$1::uuid')}) AS t WHERE reason IS NULL) AS texts`,
);

/** How many emails and text messages an alert to the hunt's members requests now. */
export async function countAlerts(
  db: Database,
  productId: string,
): Promise<{ emails: number; texts: number }> {
  return COUNT_ALERTS.one(db, [productId]);
}

const OUTCOME = 'state, last_error, finished_at';

/** A row with a reason against sending is inserted as closed. */
const outcomeOf = (reason: string) =>
  `CASE WHEN ${reason} IS NULL THEN 'pending' ELSE 'suppressed' END, ${reason},
   CASE WHEN ${reason} IS NOT NULL THEN now() END`;

/** Members may have got the message by a row that was lost in a restore of the database. */
const isRestored = (happenedAt: string) =>
  `WHEN precedes_restoration(${happenedAt}) THEN 'sent before a restore, perhaps'`;

const HISTORY = `history AS (
  INSERT INTO delivery_history (delivery_id, what, detail)
  SELECT id, state, last_error FROM written WHERE state = 'suppressed')`;

const INSERT_MAIL_ALERTS = statement(
  'notification.insertMailAlerts',
  `WITH members AS (${mailMembers('$3', isRestored('$8'))}),
   audience AS (
     SELECT user_id, (row_number() OVER (ORDER BY user_id) - 1)::int / $7 AS part
     FROM members WHERE reason IS NULL),
   batches AS (
     INSERT INTO delivery_batches (source_id, template, part, traceparent)
     SELECT DISTINCT $1::uuid, $2, part, $6? FROM audience
     ON CONFLICT DO NOTHING RETURNING id, part),
   all_members AS (
     SELECT user_id, batches.id AS batch_id, NULL AS reason FROM audience JOIN batches USING (part)
     UNION ALL SELECT user_id, NULL, reason FROM members WHERE reason IS NOT NULL),
   written AS (
     INSERT INTO deliveries (event_id, template, channel, user_id, product_id, variables,
       expires_at, traceparent, batch_id, ${OUTCOME})
     SELECT $1, $2, 'email', user_id, $3, $4, $5, $6, batch_id, ${outcomeOf('reason')}
     FROM all_members ON CONFLICT DO NOTHING RETURNING id, state, last_error),
   ${HISTORY}
   SELECT count(*)::int FROM written WHERE state = 'pending'`,
);

/**
 * Inserts a row for each member in one statement: pending and in batches for those who get the
 * email, suppressed with the reason for the others. Returns the number of pending rows.
 */
export async function insertMailAlerts(
  tx: Transaction,
  { eventId, template, productId, variables, expiresAt, traceparent, happenedAt }: Alert,
  batchSize: number,
): Promise<number> {
  const row = await INSERT_MAIL_ALERTS.one(tx, [
    eventId,
    template,
    productId,
    JSON.stringify(variables),
    expiresAt,
    traceparent,
    batchSize,
    happenedAt,
  ]);
  return row.count;
}

const INSERT_TEXT_ALERTS = statement(
  'notification.insertTextAlerts',
  `WITH all_members AS (${textMembers('$3', isRestored('$7'))}),
   written AS (
     INSERT INTO deliveries (event_id, template, channel, user_id, product_id, variables,
       expires_at, traceparent, ${OUTCOME})
     SELECT $1::uuid, $2, 'sms', user_id, $3::uuid, $4::jsonb, $5::timestamptz, $6?,
       ${outcomeOf('reason')}
     FROM all_members ON CONFLICT DO NOTHING RETURNING id, state, last_error),
   ${HISTORY}
   SELECT count(*)::int FROM written WHERE state = 'pending'`,
);

/**
 * As `insertMailAlerts`, for SMS, without batches.
 * Members without SMS alerts and without a number get no row.
 */
export async function insertTextAlerts(
  tx: Transaction,
  { eventId, template, productId, variables, expiresAt, traceparent, happenedAt }: Alert,
): Promise<number> {
  const row = await INSERT_TEXT_ALERTS.one(tx, [
    eventId,
    template,
    productId,
    JSON.stringify(variables),
    expiresAt,
    traceparent,
    happenedAt,
  ]);
  return row.count;
}
