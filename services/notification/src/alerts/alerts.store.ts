import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type AlertPreferenceRow = {
  product_id: string;
  product_title: string;
  region: string;
  handle: string;
  email_alerts: boolean;
  sms_alerts: boolean;
  last_notified_at: Date | null;
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

const FIELDS =
  'product_id, product_title, region, handle, email_alerts, sms_alerts, last_notified_at';

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
