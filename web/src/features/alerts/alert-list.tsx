import type { AlertPreference, OwnAlerts } from '@cairn/contracts/http/alerts.ts';
import { useId } from 'react';
import { Link } from '../../components/ui/link.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { messageOf } from '../../lib/api-error.ts';
import styles from './alerts.module.css';
import { Switch } from './switch.tsx';
import { useAlertSwitch } from './use-alerts.ts';

const TEXTS = {
  refused: 'Failed to save your alerts',
  failed: 'An error occurred. Please try again.',
};

export function AlertList({ own }: { own: OwnAlerts }) {
  const { mutateAsync, error } = useAlertSwitch();
  const hintId = useId();
  if (own.alerts.length === 0) {
    return (
      <p className={styles['quiet']}>
        Alerts are set for each hunt. <Link to="/hunts">Join one</Link>, and it is listed here.
      </p>
    );
  }
  const canText = own.phoneVerified && !own.smsSuppressed;
  return (
    <>
      {error && <Notice tone="error">{messageOf(error, TEXTS)}</Notice>}
      <ul className={styles['list']}>
        {own.alerts.map((alert) => (
          <AlertRow
            key={alert.product_id}
            alert={alert}
            canText={canText}
            hintId={own.phoneVerified ? undefined : hintId}
            // Errors are shown above the list.
            onChange={(change) =>
              mutateAsync({ product_id: alert.product_id, ...change }).catch(() => undefined)
            }
          />
        ))}
      </ul>
      {!own.phoneVerified && (
        <p id={hintId} className={styles['quiet']}>
          For alerts by SMS, add a phone number and confirm it.
        </p>
      )}
    </>
  );
}

type RowProps = {
  alert: AlertPreference;
  canText: boolean;
  hintId: string | undefined;
  onChange: (
    change: Partial<Pick<AlertPreference, 'email_alerts' | 'sms_alerts'>>,
  ) => Promise<unknown>;
};

function AlertRow({ alert, canText, hintId, onChange }: RowProps) {
  const { product_title: title } = alert;
  return (
    <li className={styles['alert']}>
      <div>
        <p className={styles['title']}>{title}</p>
        <p className={styles['region']}>{alert.region}</p>
      </div>
      <div className={styles['switches']}>
        <Switch
          label="Email"
          about={`alerts for ${title}`}
          isOn={alert.email_alerts}
          onChange={(email_alerts) => onChange({ email_alerts })}
        />
        <Switch
          label="SMS"
          about={`alerts for ${title}`}
          isOn={alert.sms_alerts}
          // An active alert can always be turned off.
          isDisabled={!canText && !alert.sms_alerts}
          hintId={hintId}
          onChange={(sms_alerts) => onChange({ sms_alerts })}
        />
      </div>
    </li>
  );
}
