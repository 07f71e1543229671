import type { AlertPreference, OwnAlerts } from '@cairn/contracts/http/alerts.ts';
import type { SuppressionCause } from '../suppressions/suppression.ts';
import type { SuppressionRow } from '../suppressions/suppressions.store.ts';
import type { AlertPreferenceRow } from './alerts.store.ts';

export function presentAlert(row: AlertPreferenceRow): AlertPreference {
  return { ...row, last_notified_at: row.last_notified_at?.toISOString() ?? null };
}

export type OwnAlertRows = {
  rows: AlertPreferenceRow[];
  phone: string | null;
  pendingPhone: string | null;
  email: SuppressionRow[];
  sms: SuppressionRow[];
};

/** A confirmed number stays the one that is shown until the new one is confirmed as well. */
export function presentOwnAlerts({
  rows,
  phone,
  pendingPhone,
  email,
  sms,
}: OwnAlertRows): OwnAlerts {
  return {
    phone: phone ?? pendingPhone,
    phoneVerified: phone !== null,
    pendingPhone,
    emailSuppressed: email.length > 0,
    emailSuppressedBy: causeToTell(email.map(({ cause }) => cause)),
    smsSuppressed: sms.length > 0,
    alerts: rows.map(presentAlert),
  };
}

/** The worst of them: what is only unsubscribed can be taken back. */
function causeToTell(causes: SuppressionCause[]): OwnAlerts['emailSuppressedBy'] {
  if (causes.includes('spam')) return 'spam';
  if (causes.includes('bounce') || causes.includes('drop')) return 'bounce';
  return causes.includes('unsubscribe') ? 'unsubscribe' : null;
}
