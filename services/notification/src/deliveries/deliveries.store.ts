import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import type { TemplateName } from '../templates/catalogue.ts';

export type NewDelivery = {
  eventId: string;
  template: TemplateName;
  userId: string;
  /** Where it goes, if not to the recipient's present address. */
  address: string | null;
  variables: Record<string, unknown>;
  sealedToken: string | null;
  expiresAt: string | null;
  traceparent: string | null;
};

/** The same event asks for its message once. */
export async function insertDelivery(tx: Transaction, delivery: NewDelivery): Promise<void> {
  await tx.query(
    `INSERT INTO deliveries
       (event_id, template, channel, user_id, address, variables, sealed_token, expires_at, traceparent)
     VALUES ($1, $2, 'email', $3, $4, $5, $6, $7, $8) ON CONFLICT (event_id, template) DO NOTHING`,
    [
      delivery.eventId,
      delivery.template,
      delivery.userId,
      delivery.address,
      JSON.stringify(delivery.variables),
      delivery.sealedToken,
      delivery.expiresAt,
      delivery.traceparent,
    ],
  );
}

export type DueDelivery = { id: string; attempts: number; traceparent: string | null };

/**
 * Pending rows whose time has come, for the queue. Each is due again after `leaseSeconds`: what
 * Redis loses is queued once more.
 */
export async function leaseDueDeliveries(
  db: Database,
  { limit, leaseSeconds }: { limit: number; leaseSeconds: number },
): Promise<DueDelivery[]> {
  const { rows } = await db.query(
    `UPDATE deliveries SET next_try_at = now() + make_interval(secs => $2)
     WHERE id IN (SELECT id FROM deliveries WHERE state = 'pending' AND next_try_at <= now()
                  ORDER BY next_try_at LIMIT $1 FOR UPDATE SKIP LOCKED)
     RETURNING id, attempts, traceparent`,
    [limit, leaseSeconds],
  );
  return rows;
}

/** Gives leased rows back at once, since they could not be queued. */
export async function releaseDeliveries(
  db: Database,
  ids: string[],
  waitSeconds: number,
): Promise<void> {
  await db.query(
    `UPDATE deliveries SET next_try_at = now() + make_interval(secs => $2)
     WHERE id = ANY($1::uuid[]) AND state = 'pending'`,
    [ids, waitSeconds],
  );
}

export type ClaimedDelivery = {
  id: string;
  template: TemplateName;
  user_id: string;
  address: string | null;
  variables: Record<string, unknown>;
  sealed_token: string | null;
  attempts: number;
  has_expired: boolean;
  /** Its user is gone, and it is not the mail that says so. */
  is_unwanted: boolean;
  recipient_email: string | null;
  first_name: string | null;
};

/** pending -> sending, for one worker only; null where the row is not pending any more. */
export async function claimDelivery(db: Database, id: string): Promise<ClaimedDelivery | null> {
  const { rows } = await db.query(
    `UPDATE deliveries d SET state = 'sending', attempts = attempts + 1, started_at = now()
     WHERE id = $1 AND state = 'pending'
     RETURNING id, template, user_id, address, variables, sealed_token, attempts,
       coalesce(expires_at <= now(), false) AS has_expired,
       template <> 'account_deleted' AND EXISTS
         (SELECT FROM erased_users e WHERE e.user_id = d.user_id::text) AS is_unwanted,
       (SELECT email FROM recipients r WHERE r.user_id = d.user_id) AS recipient_email,
       (SELECT first_name FROM recipients r WHERE r.user_id = d.user_id) AS first_name`,
    [id],
  );
  return rows[0] ?? null;
}

/** Closes a row for good; what was only needed for sending goes. */
export async function closeDelivery(
  db: Database,
  id: string,
  end: {
    state: 'sent' | 'failed' | 'maybe_sent';
    providerMessageId?: string | null;
    error?: string | null;
  },
): Promise<void> {
  await db.query(
    `UPDATE deliveries SET state = $2, provider_message_id = $3, last_error = $4, finished_at = now(),
       address = NULL, sealed_token = NULL
     WHERE id = $1 AND state = 'sending'`,
    [id, end.state, end.providerMessageId ?? null, end.error ?? null],
  );
}

/** sending -> pending: the provider said clearly that it did not take it. */
export async function postponeDelivery(
  db: Database,
  id: string,
  { waitSeconds, error }: { waitSeconds: number; error: string },
): Promise<void> {
  await db.query(
    `UPDATE deliveries SET state = 'pending', last_error = $3,
       next_try_at = now() + make_interval(secs => $2)
     WHERE id = $1 AND state = 'sending'`,
    [id, waitSeconds, error],
  );
}

/** Rows whose worker died between its call and its note: nobody knows, so nobody repeats it. */
export async function markLostDeliveries(
  db: Database,
  olderThanSeconds: number,
): Promise<string[]> {
  const { rows } = await db.query(
    `UPDATE deliveries SET state = 'maybe_sent', finished_at = now(), address = NULL, sealed_token = NULL,
       last_error = 'the worker ended while it was sending'
     WHERE state = 'sending' AND started_at < now() - make_interval(secs => $1)
     RETURNING id`,
    [olderThanSeconds],
  );
  return rows.map(({ id }) => id);
}

/**
 * For a user who is gone: addresses and tokens go, and what waits is not sent any more, except the
 * mail that says that the account is gone. A row that is just being sent is closed by its worker.
 */
export async function dropDeliveriesOfUser(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `UPDATE deliveries SET address = NULL, sealed_token = NULL, variables = '{}',
       state = CASE WHEN state = 'pending' THEN 'failed' ELSE state END,
       finished_at = CASE WHEN state = 'pending' THEN now() ELSE finished_at END,
       last_error = CASE WHEN state = 'pending' THEN 'the account was deleted' ELSE last_error END
     WHERE user_id = $1
       AND NOT (template = 'account_deleted' AND state IN ('pending', 'sending'))`,
    [userId],
  );
}

export type DeliveryOfUser = {
  id: string;
  template: string;
  channel: string;
  variables: Record<string, unknown>;
  state: string;
  attempts: number;
  created_at: Date;
  finished_at: Date | null;
};

/** Without what opens something: the sealed token stays behind. */
export async function listDeliveriesOfUser(
  db: Database,
  userId: string,
): Promise<DeliveryOfUser[]> {
  const { rows } = await db.query(
    `SELECT id, template, channel, variables, state, attempts, created_at, finished_at
     FROM deliveries WHERE user_id = $1 ORDER BY created_at, id`,
    [userId],
  );
  return rows;
}

/** Age in seconds of the oldest row that waits; 0 where none does. */
export async function oldestPendingAge(db: Database): Promise<number> {
  const { rows } = await db.query(
    `SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float AS age
     FROM deliveries WHERE state = 'pending'`,
  );
  return rows[0].age;
}
