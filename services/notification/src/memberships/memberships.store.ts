import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type Membership = {
  purchaseId: string;
  userId: string;
  productId: string;
  grantsMembership: boolean;
  version: number;
};

const UPSERT_MEMBERSHIP = statement(
  'notification.upsertMembership',
  `INSERT INTO places (purchase_id, user_id, product_id, is_held, version)
   VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (purchase_id) DO UPDATE
     SET is_held = excluded.is_held, version = excluded.version
     WHERE places.version < excluded.version`,
);

/** The highest version wins, since a refund may arrive before its purchase. */
export async function upsertMembership(tx: Transaction, membership: Membership): Promise<void> {
  await UPSERT_MEMBERSHIP.execute(tx, [
    membership.purchaseId,
    membership.userId,
    membership.productId,
    membership.grantsMembership,
    membership.version,
  ]);
}

// The parts read the state before the statement, so the new row is considered by itself.
const INSERT_MEMBERSHIP_AND_PREFERENCE = statement(
  'notification.insertMembershipAndPreference',
  `WITH member AS MATERIALIZED (SELECT $2::uuid AS user_id WHERE NOT is_erased($2::text)),
   place AS (
     INSERT INTO places (purchase_id, user_id, product_id, is_held, version)
     SELECT $1::uuid, user_id, $3::uuid, $4::boolean, $5::integer FROM member
     ON CONFLICT (purchase_id) DO UPDATE
       SET is_held = excluded.is_held, version = excluded.version
       WHERE places.version < excluded.version
     RETURNING purchase_id, is_held)
   INSERT INTO alert_preferences
     (user_id, product_id, product_title, region, handle, joined_at, is_member)
   SELECT user_id, $3, $6, $7, $8, $9,
     EXISTS (SELECT FROM place WHERE is_held)
     OR EXISTS (SELECT FROM places p WHERE p.user_id = $2::uuid AND p.product_id = $3 AND p.is_held
                AND p.purchase_id NOT IN (SELECT purchase_id FROM place))
   FROM member
   ON CONFLICT (user_id, product_id) DO UPDATE SET is_member = excluded.is_member`,
);

/**
 * As `upsertMembership` and `updatePreferenceMembership`, for `purchase.recorded`: inserts the
 * preference if there is none, with email alerts on and SMS alerts off. Writes nothing for an erased
 * user and returns false; otherwise blocks the erasure until the transaction ends.
 */
export async function insertMembershipAndPreference(
  tx: Transaction,
  membership: Membership & {
    productTitle: string;
    region: string;
    handle: string;
    recordedAt: string;
  },
): Promise<boolean> {
  const count = await INSERT_MEMBERSHIP_AND_PREFERENCE.execute(tx, [
    membership.purchaseId,
    membership.userId,
    membership.productId,
    membership.grantsMembership,
    membership.version,
    membership.productTitle,
    membership.region,
    membership.handle,
    membership.recordedAt,
  ]);
  return count === 1;
}

const UPDATE_PREFERENCE_MEMBERSHIP = statement(
  'notification.updatePreferenceMembership',
  `UPDATE alert_preferences SET is_member = EXISTS
     (SELECT FROM places WHERE user_id = $1 AND product_id = $2 AND is_held)
   WHERE user_id = $1 AND product_id = $2`,
);

/** Sets `is_member` of the preference: whether any purchase of the user grants membership in the hunt. */
export async function updatePreferenceMembership(
  tx: Transaction,
  { userId, productId }: Pick<Membership, 'userId' | 'productId'>,
): Promise<void> {
  await UPDATE_PREFERENCE_MEMBERSHIP.execute(tx, [userId, productId]);
}

const DELETE_MEMBERSHIPS = statement(
  'notification.deleteMemberships',
  'DELETE FROM places WHERE user_id = $1',
);

export async function deleteMemberships(tx: Transaction, userId: string): Promise<void> {
  await DELETE_MEMBERSHIPS.execute(tx, [userId]);
}

export type AlertPreferenceRow = {
  productId: string;
  productTitle: string;
  region: string;
  handle: string;
  emailAlerts: boolean;
  smsAlerts: boolean;
  lastNotifiedAt: Date | null;
};

const UPDATE_HUNT_OF_PREFERENCES = statement(
  'notification.updateHuntOfPreferences',
  `UPDATE alert_preferences SET product_title = $2, region = $3, handle = $4
   WHERE product_id = $1 AND is_member AND (product_title, region, handle) <> ($2, $3, $4)`,
);

/** Writes only where a hunt was renamed or moved: its events come with each purchase. */
export async function updateHuntOfPreferences(
  tx: Transaction,
  { id, title, region, handle }: { id: string; title: string; region: string; handle: string },
): Promise<void> {
  await UPDATE_HUNT_OF_PREFERENCES.execute(tx, [id, title, region, handle]);
}

const FIELDS = `product_id AS "productId", product_title AS "productTitle", region, handle,
  email_alerts AS "emailAlerts", sms_alerts AS "smsAlerts", last_notified_at AS "lastNotifiedAt"`;

const LIST_ALERT_PREFERENCES = statement(
  'notification.listAlertPreferences',
  `SELECT ${FIELDS} FROM alert_preferences WHERE user_id = $1 AND is_member
   ORDER BY joined_at, product_id`,
);

/** For hunts of which the user is a member. */
export async function listAlertPreferences(
  db: Database,
  userId: string,
): Promise<AlertPreferenceRow[]> {
  return LIST_ALERT_PREFERENCES.all(db, [userId]);
}

const LIST_ALL_ALERT_PREFERENCES = statement(
  'notification.listAllAlertPreferences',
  `SELECT ${FIELDS} FROM alert_preferences WHERE user_id = $1 ORDER BY joined_at, product_id`,
);

/** Also for hunts of which the user was a member. */
export async function listAllAlertPreferences(
  db: Database,
  userId: string,
): Promise<AlertPreferenceRow[]> {
  return LIST_ALL_ALERT_PREFERENCES.all(db, [userId]);
}

export type AlertChange = { product_id: string; email_alerts: boolean; sms_alerts: boolean };

const UPDATE_ALERT_PREFERENCE = statement(
  'notification.updateAlertPreference',
  `UPDATE alert_preferences SET email_alerts = $3, sms_alerts = $4, sms_stopped = sms_stopped AND NOT $4
   WHERE user_id = $1 AND product_id::text = $2 AND is_member`,
);

/** False if the user is not a member. A later START still restores the alerts that a STOP turned off. */
export async function updateAlertPreference(
  tx: Transaction,
  userId: string,
  change: AlertChange,
): Promise<boolean> {
  return (
    (await UPDATE_ALERT_PREFERENCE.execute(tx, [
      userId,
      change.product_id,
      change.email_alerts,
      change.sms_alerts,
    ])) === 1
  );
}

const END_SMS_ALERTS = statement(
  'notification.endSmsAlerts',
  `UPDATE alert_preferences SET sms_alerts = false, sms_stopped = false
   WHERE user_id = $1 AND (sms_alerts OR sms_stopped)`,
);

/** For a removed phone: a later START does not restore the alerts. */
export async function endSmsAlerts(tx: Transaction, userId: string): Promise<void> {
  await END_SMS_ALERTS.execute(tx, [userId]);
}

const STOP_SMS_ALERTS = statement(
  'notification.stopSmsAlerts',
  `UPDATE alert_preferences a SET sms_alerts = false, sms_stopped = true
   FROM phones p WHERE p.user_id = a.user_id AND p.number = $1 AND a.sms_alerts`,
);

/** After STOP from this number; stores which alerts were on, for a later START. */
export async function stopSmsAlerts(tx: Transaction, number: string): Promise<void> {
  await STOP_SMS_ALERTS.execute(tx, [number]);
}

const RESTART_SMS_ALERTS = statement(
  'notification.restartSmsAlerts',
  `UPDATE alert_preferences a SET sms_alerts = true, sms_stopped = false
   FROM phones p WHERE p.user_id = a.user_id AND p.number = $1 AND a.sms_stopped`,
);

export async function restartSmsAlerts(tx: Transaction, number: string): Promise<void> {
  await RESTART_SMS_ALERTS.execute(tx, [number]);
}

const DELETE_ALERT_PREFERENCES = statement(
  'notification.deleteAlertPreferences',
  'DELETE FROM alert_preferences WHERE user_id = $1',
);

export async function deleteAlertPreferences(tx: Transaction, userId: string): Promise<void> {
  await DELETE_ALERT_PREFERENCES.execute(tx, [userId]);
}

const UPDATE_LAST_NOTIFIED = statement(
  'notification.updateLastNotified',
  `WITH notified AS (
     SELECT p.user_id, p.product_id FROM deliveries d
       JOIN alert_preferences p ON p.user_id = d.user_id AND p.product_id = d.product_id
     WHERE d.id = ANY($1::uuid[]) AND d.state = 'sent'
     ORDER BY p.user_id, p.product_id FOR UPDATE OF p)
   UPDATE alert_preferences p SET last_notified_at = now() FROM notified
   WHERE p.user_id = notified.user_id AND p.product_id = notified.product_id`,
);

/**
 * Sets `last_notified_at` for those of the rows that are sent alerts. A separate statement, so that
 * a lock on a preference does not block the ledger.
 */
export async function updateLastNotified(db: Database, ids: readonly string[]): Promise<void> {
  await UPDATE_LAST_NOTIFIED.execute(db, [ids]);
}
