import { Button } from '../../components/ui/button.tsx';
import { Link } from '../../components/ui/link.tsx';
import { LiveRegion } from '../../components/ui/live-region.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import type { FailedResult } from './await-purchase.ts';
import { UNEXPECTED } from './charge-card.ts';
import { type Phase, retryNow } from './payment-flow.ts';
import styles from './payments.module.css';

type Props = { phase: Phase; productId: string };

/** Shows the state of a payment after the card form, starting with whether the user was charged. */
export function PaymentNotice({ phase, productId }: Props) {
  return (
    <>
      <LiveRegion>
        <PaymentStatus phase={phase} productId={productId} />
      </LiveRegion>
      {phase.name === 'ended' && <PaymentProblem finish={phase.finish} />}
    </>
  );
}

function PaymentStatus({ phase, productId }: Props) {
  switch (phase.name) {
    case 'other-tab':
      return (
        <Notice title="A payment for this hunt is under way in another tab">
          <p>Finish or cancel it there. This page follows by itself; you need not pay here too.</p>
        </Notice>
      );
    case 'checking':
      return (
        <Notice title="We are finding out whether you were charged">
          <p>Please do not pay again before we know. This takes a few seconds.</p>
          {phase.hasFailed && <RetryButton productId={productId} />}
        </Notice>
      );
    case 'finishing':
      return (
        <Notice title="You were charged once; we are finishing your entry">
          <p>This takes a moment longer than usual. We keep asking; you need not pay again.</p>
          {phase.hasFailed && <RetryButton productId={productId} />}
        </Notice>
      );
    case 'joined':
      return (
        <Notice tone="success" title="You have joined this hunt.">
          <p>You were charged once. The receipt is on your dashboard and in your mail.</p>
        </Notice>
      );
    case 'already-joined':
      return (
        <Notice tone="success" title="You have joined this hunt already">
          <p>An earlier payment of yours went through. Nothing was charged this time.</p>
        </Notice>
      );
    case 'ended':
      return phase.finish.outcome === 'reversed' ? (
        <ReturnedNotice status={phase.finish.status} />
      ) : null;
    default:
      return null;
  }
}

/** Polling continues automatically; the button only shortens the wait. */
function RetryButton({ productId }: { productId: string }) {
  return (
    <div className={styles['again']}>
      <p>{UNEXPECTED}</p>
      <Button variant="quiet" onClick={() => retryNow(productId)}>
        Try again
      </Button>
    </div>
  );
}

function PaymentProblem({ finish }: { finish: FailedResult }) {
  if (finish.outcome === 'unknown') {
    return (
      <Notice tone="error" title="We could not find out whether you were charged">
        <p>
          Please do not pay again. <Link to="/login">Log in</Link> once more, and we find out and
          finish it by ourselves.
        </p>
      </Notice>
    );
  }
  if (finish.outcome === 'reversed') return null;
  return (
    <Notice tone="error" title="You were charged once, but your entry is not finished">
      {finish.reason && <p>{finish.reason}</p>}
      <p>
        Please do not pay again. Look at your dashboard in a few minutes, or{' '}
        <Link to="/contact">write to us</Link>.
      </p>
    </Notice>
  );
}

function ReturnedNotice({ status }: { status: string }) {
  if (status === 'disputed') {
    return (
      <Notice title="This payment is disputed">
        <p>
          You were charged once, and your bank has asked for the money back. Your receipt on the
          dashboard says how it stands.
        </p>
      </Notice>
    );
  }
  if (status === 'rejected') {
    return (
      <Notice title="Your money goes back to you">
        <p>This payment came twice or too late. It is returned to your card by itself.</p>
      </Notice>
    );
  }
  return (
    <Notice title="Your money goes back to you">
      <p>This payment was refunded. It is returned to your card.</p>
    </Notice>
  );
}
