import type { Database, Transaction } from '@cairn/postgres/pool.ts';

export type AlertPreferenceRow = {
  product_id: string;
  product_title: string;
  region: string;
  handle: string;
  email_alerts: boolean;
  sms_alerts: boolean;
  last_notified_at: Date | null;
};

/** Writes only where a hunt was renamed or moved: its events come with each purchase. */
export async function updateHuntOfPreferences(
  tx: Transaction,
  { id, title, region, handle }: { id: string; title: string; region: string; handle: string },
): Promise<void> {
  await tx.query(
    `UPDATE alert_preferences SET product_title = $2, region = $3, handle = $4
     WHERE product_id = $1 AND is_member AND (product_title, region, handle) <> ($2, $3, $4)`,
    [id, title, region, handle],
  );
}

const FIELDS =
  'product_id, product_title, region, handle, email_alerts, sms_alerts, last_notified_at';

/** For hunts of which the user is a member. */
export async function listAlertPreferences(
  db: Database,
  userId: string,
): Promise<AlertPreferenceRow[]> {
  const { rows } = await db.query(
    `SELECT ${FIELDS} FROM alert_preferences WHERE user_id = $1 AND is_member
     ORDER BY joined_at, product_id`,
    [userId],
  );
  return rows;
}

/** Also for hunts of which the user was a member. */
export async function listAllAlertPreferences(
  db: Database,
  userId: string,
): Promise<AlertPreferenceRow[]> {
  const { rows } = await db.query(
    `SELECT ${FIELDS} FROM alert_preferences WHERE user_id = $1 ORDER BY joined_at, product_id`,
    [userId],
  );
  return rows;
}

export type AlertChange = { product_id: string; email_alerts: boolean; sms_alerts: boolean };

/** False if the user is not a member. A later START still restores the alerts that a STOP turned off. */
export async function updateAlertPreference(
  tx: Transaction,
  userId: string,
  change: AlertChange,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE alert_preferences SET email_alerts = $3, sms_alerts = $4, sms_stopped = sms_stopped AND NOT $4
     WHERE user_id = $1 AND product_id::text = $2 AND is_member`,
    [userId, change.product_id, change.email_alerts, change.sms_alerts],
  );
  return rowCount === 1;
}

/** For a removed phone: a later START does not restore the alerts. */
export async function endSmsAlerts(tx: Transaction, userId: string): Promise<void> {
  await tx.query(
    `UPDATE alert_preferences SET sms_alerts = false, sms_stopped = false
     WHERE user_id = $1 AND (sms_alerts OR sms_stopped)`,
    [userId],
  );
}

/** After STOP from this number; stores which alerts were on, for a later START. */
export async function stopSmsAlerts(tx: Transaction, number: string): Promise<void> {
  await tx.query(
    `UPDATE alert_preferences a SET sms_alerts = false, sms_stopped = true
     FROM phones p WHERE p.user_id = a.user_id AND p.number = $1 AND a.sms_alerts`,
    [number],
  );
}

export async function restartSmsAlerts(tx: Transaction, number: string): Promise<void> {
  await tx.query(
    `UPDATE alert_preferences a SET sms_alerts = true, sms_stopped = false
     FROM phones p WHERE p.user_id = a.user_id AND p.number = $1 AND a.sms_stopped`,
    [number],
  );
}

export async function deleteAlertPreferences(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM alert_preferences WHERE user_id = $1', [userId]);
}
