import type { EventData } from '@cairn/contracts/events/define-event.ts';
import type { purchaseRecorded } from '@cairn/contracts/events/purchases.ts';
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

/** Email on, SMS off; what somebody chose already stays. */
export async function insertAlertPreference(
  tx: Transaction,
  purchase: EventData<typeof purchaseRecorded>,
): Promise<void> {
  await tx.query(
    `INSERT INTO alert_preferences (user_id, product_id, product_title, region, handle, joined_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id, product_id) DO NOTHING`,
    [
      purchase.userId,
      purchase.productId,
      purchase.productTitle,
      purchase.region,
      purchase.handle,
      purchase.recordedAt,
    ],
  );
}

export async function listAlertPreferences(
  db: Database,
  userId: string,
): Promise<AlertPreferenceRow[]> {
  const { rows } = await db.query(
    `SELECT product_id, product_title, region, handle, email_alerts, sms_alerts, last_notified_at
     FROM alert_preferences WHERE user_id = $1 ORDER BY joined_at, product_id`,
    [userId],
  );
  return rows;
}

export async function deleteAlertPreferences(tx: Transaction, userId: string): Promise<void> {
  await tx.query('DELETE FROM alert_preferences WHERE user_id = $1', [userId]);
}
