import type { OwnAlerts } from '@cairn/contracts/http/alerts.ts';
import { useState } from 'react';
import { Badge } from '../../components/ui/badge.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { messageOf } from '../../lib/api-error.ts';
import styles from './alerts.module.css';
import { CodeForm, formatPhone } from './code-form.tsx';
import { PhoneForm } from './phone-form.tsx';
import { usePhoneRemoval } from './use-phone.ts';

const TEXTS = {
  refused: 'Failed to remove your number',
  failed: 'An error occurred. Please try again.',
};

/** A new number is used after its code is entered; the old number is used until then. */
export function PhoneSetting({ own }: { own: OwnAlerts }) {
  const [isChanging, setChanging] = useState(false);
  const { phone, phoneVerified, pendingPhone } = own;
  const close = () => setChanging(false);
  return (
    <div className={styles['phone']}>
      <h3>Phone</h3>
      {phone && phoneVerified && (
        <VerifiedPhone phone={phone} isChanging={isChanging} onChange={() => setChanging(true)} />
      )}
      {pendingPhone && !isChanging && (
        <CodeForm key={pendingPhone} phone={pendingPhone} onOther={() => setChanging(true)} />
      )}
      {(isChanging || (!phone && !pendingPhone)) && (
        <PhoneForm onSent={close} onCancel={isChanging ? close : undefined} />
      )}
    </div>
  );
}

type VerifiedProps = { phone: string; isChanging: boolean; onChange: () => void };

function VerifiedPhone({ phone, isChanging, onChange }: VerifiedProps) {
  const removal = usePhoneRemoval();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      {removal.error && <Notice tone="error">{messageOf(removal.error, TEXTS)}</Notice>}
      <p className={styles['number']}>
        {formatPhone(phone)} <Badge tone="good">Verified</Badge>
      </p>
      {isConfirming ? (
        <>
          <p className={styles['quiet']}>Alerts by SMS end when the number is removed.</p>
          <div className={styles['actions']}>
            <Button variant="danger" isBusy={removal.isPending} onClick={() => removal.mutate()}>
              Remove number
            </Button>
            <Button variant="quiet" onClick={() => setConfirming(false)}>
              Keep it
            </Button>
          </div>
        </>
      ) : (
        !isChanging && (
          <div className={styles['actions']}>
            <Button variant="quiet" onClick={onChange}>
              Change
            </Button>
            <Button variant="quiet" onClick={() => setConfirming(true)}>
              Remove
            </Button>
          </div>
        )
      )}
    </>
  );
}
