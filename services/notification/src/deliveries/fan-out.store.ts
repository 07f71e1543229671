import type { Transaction } from '@cairn/postgres/pool.ts';
import type { TemplateName } from '../templates/catalogue.ts';

export type Alert = {
  eventId: string;
  template: TemplateName;
  productId: string;
  variables: Record<string, unknown>;
  /** No text: Postgres reads none of the year 0. */
  expiresAt: Date;
  traceparent: string | null;
};

const ENDING = 'state, last_error, finished_at';

/** Where there is a reason against it, a row is closed from its beginning. */
const endingOf = (reason: string) =>
  `CASE WHEN ${reason} IS NULL THEN 'pending' ELSE 'suppressed' END, ${reason},
   CASE WHEN ${reason} IS NOT NULL THEN now() END`;

const TOLD = `told AS (
  INSERT INTO delivery_history (delivery_id, what, detail)
  SELECT id, state, last_error FROM written WHERE state = 'suppressed')`;

/**
 * One statement for all members: who wants it by email gets a row of the ledger, in batches, and
 * who does not get it a row that says why. Returns how many are to be sent.
 */
export async function insertMailAlerts(
  tx: Transaction,
  { eventId, template, productId, variables, expiresAt, traceparent }: Alert,
  batchSize: number,
): Promise<number> {
  const { rows } = await tx.query(
    `WITH members AS (
       SELECT p.user_id, CASE
           WHEN NOT p.email_alerts THEN 'alerts are off'
           WHEN r.status <> 'active' THEN 'the account is suspended'
           WHEN NOT r.email_verified THEN 'the address is not verified' END AS reason
       FROM alert_preferences p JOIN recipients r ON r.user_id = p.user_id
       WHERE p.product_id = $3 AND p.is_member),
     audience AS (
       SELECT user_id, (row_number() OVER (ORDER BY user_id) - 1)::int / $7 AS part
       FROM members WHERE reason IS NULL),
     batches AS (
       INSERT INTO delivery_batches (source_id, template, part, traceparent)
       SELECT DISTINCT $1::uuid, $2, part, $6 FROM audience
       ON CONFLICT DO NOTHING RETURNING id, part),
     everybody AS (
       SELECT user_id, batches.id AS batch_id, NULL AS reason FROM audience JOIN batches USING (part)
       UNION ALL SELECT user_id, NULL, reason FROM members WHERE reason IS NOT NULL),
     written AS (
       INSERT INTO deliveries (event_id, template, channel, user_id, product_id, variables,
         expires_at, traceparent, batch_id, ${ENDING})
       SELECT $1, $2, 'email', user_id, $3, $4, $5, $6, batch_id, ${endingOf('reason')}
       FROM everybody ON CONFLICT DO NOTHING RETURNING id, state, last_error),
     ${TOLD}
     SELECT count(*)::int FROM written WHERE state = 'pending'`,
    [eventId, template, productId, JSON.stringify(variables), expiresAt, traceparent, batchSize],
  );
  return rows[0].count;
}

/**
 * The same by SMS, which go one by one; a number that several accounts have gets one. Who neither
 * asked for them nor has a number is not written down.
 */
export async function insertTextAlerts(
  tx: Transaction,
  { eventId, template, productId, variables, expiresAt, traceparent }: Alert,
): Promise<number> {
  const { rows } = await tx.query(
    `WITH members AS (
       SELECT p.user_id, n.number, CASE
           WHEN p.sms_stopped THEN 'stop'
           WHEN NOT p.sms_alerts THEN 'alerts are off'
           WHEN r.status <> 'active' THEN 'the account is suspended'
           WHEN n.number IS NULL THEN 'no number is confirmed' END AS reason
       FROM alert_preferences p JOIN recipients r ON r.user_id = p.user_id
         LEFT JOIN phones n ON n.user_id = p.user_id
       WHERE p.product_id = $3 AND p.is_member AND (p.sms_alerts OR n.number IS NOT NULL)),
     everybody AS (
       SELECT user_id, CASE
           WHEN reason IS NULL
             AND row_number() OVER (PARTITION BY number, reason IS NULL ORDER BY user_id) > 1
           THEN 'another account has the same number' ELSE reason END AS reason
       FROM members),
     written AS (
       INSERT INTO deliveries (event_id, template, channel, user_id, product_id, variables,
         expires_at, traceparent, ${ENDING})
       SELECT $1::uuid, $2, 'sms', user_id, $3::uuid, $4::jsonb, $5::timestamptz, $6,
         ${endingOf('reason')}
       FROM everybody ON CONFLICT DO NOTHING RETURNING id, state, last_error),
     ${TOLD}
     SELECT count(*)::int FROM written WHERE state = 'pending'`,
    [eventId, template, productId, JSON.stringify(variables), expiresAt, traceparent],
  );
  return rows[0].count;
}
