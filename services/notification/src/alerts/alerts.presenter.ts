import type { AlertPreference, OwnAlerts } from '@cairn/contracts/http/alerts.ts';
import type { AlertPreferenceRow } from '../memberships/memberships.store.ts';
import {
  BULK_KINDS,
  listSuppressedKinds,
  reasonNotToSend,
  type Suppression,
} from '../suppressions/suppression.ts';
import type { SuppressionRow } from '../suppressions/suppressions.store.ts';

export function presentAlert(row: AlertPreferenceRow): AlertPreference {
  return {
    product_id: row.productId,
    product_title: row.productTitle,
    region: row.region,
    handle: row.handle,
    email_alerts: row.emailAlerts,
    sms_alerts: row.smsAlerts,
    last_notified_at: row.lastNotifiedAt?.toISOString() ?? null,
  };
}

export type OwnAlertRows = {
  rows: AlertPreferenceRow[];
  phone: string | null;
  pendingPhone: string | null;
  email: SuppressionRow[];
  sms: SuppressionRow[];
};

/** Shows the confirmed number until a new one is confirmed. */
export function presentOwnAlerts({
  rows,
  phone,
  pendingPhone,
  email,
  sms,
}: OwnAlertRows): OwnAlerts {
  const emailSuppressedBy = findBulkCause(email);
  return {
    phone: phone ?? pendingPhone,
    phoneVerified: phone !== null,
    pendingPhone,
    emailSuppressed: emailSuppressedBy !== null,
    suppressedKinds: listSuppressedKinds(email).filter((kind) => kind !== 'staff'),
    emailSuppressedBy,
    smsSuppressed: sms.length > 0,
    alerts: rows.map(presentAlert),
  };
}

/** What suppresses alerts or, if nothing does, mailings; the user can undo only an unsubscribe. */
function findBulkCause(email: readonly Suppression[]): OwnAlerts['emailSuppressedBy'] {
  for (const kind of BULK_KINDS) {
    const cause = reasonNotToSend(email, kind);
    if (cause) return cause === 'spam' || cause === 'unsubscribe' ? cause : 'bounce';
  }
  return null;
}
