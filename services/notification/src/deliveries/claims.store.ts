import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';
import { isInSegment, STORED_SEGMENT } from '../mailings/segments.store.ts';
import type { Channel } from '../suppressions/suppression.ts';
import type { TemplateName } from '../templates/catalogue.ts';

/** A row claimed by this worker, with everything that decides whether and where to send it. */
export type ClaimedDelivery = {
  id: string;
  template: TemplateName;
  channel: Channel;
  userId: string | null;
  address: string | null;
  variables: Record<string, unknown>;
  sealedToken: string | null;
  attempts: number;
  /** Each claim of the row raises it. */
  fencingToken: number;
  mailingId: string | null;
  hasExpired: boolean;
  /** The user was erased, and this is not the mail that confirms it. */
  isErased: boolean;
  /** An alert whose user is not a member any more or has turned it off. */
  isDeclined: boolean;
  isStopped: boolean;
  /** A mailing to a segment that the user is not in any more. */
  leftAudience: boolean;
  /** Staff named the address although its user was suspended. */
  evenSuspended: boolean;
  recipientEmail: string | null;
  recipientStatus: string | null;
  firstName: string | null;
  phone: string | null;
  contact: { name: string; email: string; message: string; answer: string | null } | null;
};

/** `d` are the rows that were just claimed. */
const CLAIMED = `d.id, d.template, d.channel, d.user_id AS "userId", d.address, d.variables,
  d.sealed_token AS "sealedToken", d.attempts, d.fencing_token AS "fencingToken",
  d.mailing_id AS "mailingId", d.even_suspended AS "evenSuspended",
  coalesce(d.expires_at <= now(), false) AS "hasExpired",
  d.template <> 'account_deleted' AND EXISTS
    (SELECT FROM erased_users e WHERE e.user_id = d.user_id::text) AS "isErased!",
  d.product_id IS NOT NULL AND NOT EXISTS
    (SELECT FROM alert_preferences p
     WHERE p.user_id = d.user_id AND p.product_id = d.product_id AND p.is_member
       AND CASE d.channel WHEN 'email' THEN p.email_alerts ELSE p.sms_alerts END) AS "isDeclined",
  coalesce((SELECT state = 'stopped' FROM mailings m WHERE m.id = d.mailing_id), false) AS "isStopped",
  EXISTS
    (SELECT FROM mailings m
     WHERE m.id = d.mailing_id AND NOT m.is_test AND NOT m.is_chosen AND NOT EXISTS
       (SELECT FROM recipients r
        WHERE r.user_id = d.user_id AND ${isInSegment(STORED_SEGMENT)})
    ) AS "leftAudience",
  (SELECT email FROM recipients r WHERE r.user_id = d.user_id) AS "recipientEmail",
  (SELECT status FROM recipients r WHERE r.user_id = d.user_id) AS "recipientStatus",
  (SELECT first_name FROM recipients r WHERE r.user_id = d.user_id) AS "firstName",
  (SELECT number FROM phones n WHERE n.user_id = d.user_id) AS phone,
  (SELECT jsonb_build_object('name', c.name, 'email', c.email, 'message', c.message, 'answer',
     (SELECT a.body FROM contact_answers a
      WHERE a.id = (d.variables->>'contactAnswerId')::uuid))
   FROM contact_messages c WHERE c.id = (d.variables->>'contactMessageId')::uuid) AS contact`;

const CLAIM = `state = 'sending', attempts = attempts + 1, fencing_token = fencing_token + 1,
  started_at = now()`;

const NOT_PAUSED = `NOT EXISTS (SELECT FROM mailings m WHERE m.id = mailing_id AND m.state = 'paused')`;

const CLAIM_DELIVERY = statement(
  'notification.claimDelivery',
  `WITH d AS (
     UPDATE deliveries SET ${CLAIM}
     WHERE id = $1 AND state = 'pending' AND ${NOT_PAUSED} RETURNING *),
   history AS (INSERT INTO delivery_history (delivery_id, what) SELECT id, 'sending' FROM d)
   SELECT ${CLAIMED} FROM d`,
);

/** pending -> sending, for one worker only; null if the row is not pending or its mailing is paused. */
export async function claimDelivery(db: Database, id: string): Promise<ClaimedDelivery | null> {
  return CLAIM_DELIVERY.first(db, [id]);
}

const CLAIM_BATCH = statement(
  'notification.claimBatch',
  `WITH waiting AS (
     SELECT id FROM deliveries WHERE batch_id = $1 AND state = 'pending' AND ${NOT_PAUSED}
     ORDER BY id FOR UPDATE),
   d AS (
     UPDATE deliveries SET ${CLAIM}
     WHERE id IN (SELECT id FROM waiting) AND state = 'pending' RETURNING *),
   history AS (INSERT INTO delivery_history (delivery_id, what) SELECT id, 'sending' FROM d)
   SELECT ${CLAIMED} FROM d ORDER BY d.id`,
);

/** As `claimDelivery`, for all pending rows of a batch, in a stable order. */
export async function claimBatch(db: Database, batchId: string): Promise<ClaimedDelivery[]> {
  return CLAIM_BATCH.all(db, [batchId]);
}
