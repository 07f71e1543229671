import type { AlertPreference } from '@cairn/contracts/http/back-office.ts';
import type { AlertPreferenceRow } from './alerts.store.ts';

export function presentAlert(row: AlertPreferenceRow): AlertPreference {
  return { ...row, last_notified_at: row.last_notified_at?.toISOString() ?? null };
}
