import type { OwnAlerts } from '@cairn/contracts/http/alerts.ts';
import { Button } from '../../components/ui/button.tsx';
import { Row } from '../../components/ui/layout.tsx';
import { Link } from '../../components/ui/link.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { messageOf } from '../../lib/api-error.ts';
import styles from './alerts.module.css';
import { useUnsubscribeUndo } from './use-alerts.ts';

const TEXTS = {
  refused: 'Failed to turn alerts on',
  failed: 'An error occurred. Please try again.',
};

/** Reasons why no alerts are sent, regardless of the choices below. */
export function SuppressionNotices({ own, email }: { own: OwnAlerts; email?: string }) {
  return (
    <>
      {own.emailSuppressedBy === 'unsubscribe' && <Unsubscribed />}
      {own.emailSuppressedBy === 'bounce' && (
        <Notice tone="error" title="Our mail does not reach you">
          Mail to {email ?? 'your address'} came back, so no alerts go there.{' '}
          <Link to="/contact">Write to us</Link> when the mailbox works again.
        </Notice>
      )}
      {own.emailSuppressedBy === 'spam' && (
        <ReportedAsSpam includesAlerts={own.suppressedKinds.includes('alert')} email={email} />
      )}
      {own.smsSuppressed && (
        <Notice title="You sent STOP from your phone">
          No alerts come by SMS. Send START to the same number to get them again.
        </Notice>
      )}
    </>
  );
}

function ReportedAsSpam(props: { includesAlerts: boolean; email: string | undefined }) {
  const { includesAlerts, email = 'your address' } = props;
  return (
    <Notice
      tone="error"
      title={includesAlerts ? 'Our mail was reported as spam' : 'Our news was reported as spam'}
    >
      {includesAlerts
        ? `No alerts go to ${email} since then.`
        : 'You get no more news from us by email. Alerts about your hunts still come.'}{' '}
      <Link to="/contact">Write to us</Link> if that was a mistake.
    </Notice>
  );
}

function Unsubscribed() {
  const undo = useUnsubscribeUndo();
  return (
    <Notice title="You are unsubscribed from all email notifications">
      <div className={styles['undo']}>
        <p>No alerts come by email, whatever is chosen below.</p>
        {undo.error && <p role="alert">{messageOf(undo.error, TEXTS)}</p>}
        <Row>
          <Button isBusy={undo.isPending} onClick={() => undo.mutate()}>
            Turn alerts on again
          </Button>
        </Row>
      </div>
    </Notice>
  );
}
