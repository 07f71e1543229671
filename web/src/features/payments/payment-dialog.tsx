import { useEffect, useState } from 'react';
import { Button, LinkButton } from '../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../components/ui/dialog.tsx';
import { Link } from '../../components/ui/link.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { useFocusOnMount } from '../../lib/use-focus-on-mount.ts';
import { useHunts } from '../products/use-products.ts';
import { useSession } from '../session/use-session.ts';
import { CardForm } from './card-form.tsx';
import { CardProviderFrame } from './card-provider-frame.tsx';
import type { Phase } from './payment-flow.ts';
import { PaymentNotice } from './payment-notices.tsx';
import styles from './payments.module.css';
import { usePayment } from './use-payment.ts';

type Props = {
  isOpen: boolean;
  onClose: () => void;
  huntTitle: string;
  huntDescription: string;
  /** Dollars. */
  cost: number;
  productId: string;
  onSuccess: (paymentIntentId: string) => void;
};

export function PaymentDialog(props: Props) {
  const { isOpen, huntTitle, huntDescription, cost, productId } = props;
  const { phase, pay, dismiss } = usePayment(productId);
  const { token, user } = useSession();
  const isCharging = phase.name === 'charging';
  const isPayable = isCharging || (phase.name === 'ready' && token !== null);
  useSuccess(phase, props, dismiss);
  function close() {
    if (phase.name === 'ready' || phase.name === 'already-joined') dismiss();
    props.onClose();
    if (phase.name === 'checking' || phase.name === 'finishing') showPageNotice();
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={`Join ${huntTitle}`}
      isLocked={isCharging}
      withoutInitialButtonFocus
    >
      <div className={styles['all']}>
        <Description text={huntDescription} productId={productId} />
        <PaymentNotice phase={phase} productId={productId} />
        {isPayable ? (
          <CardProviderFrame onCancel={close}>
            <CardForm
              cost={cost}
              email={user?.email}
              isCharging={isCharging}
              problem={phase.name === 'ready' ? phase.problem : null}
              onPay={(confirmCard) => pay(cost, confirmCard)}
              onCancel={close}
            />
          </CardProviderFrame>
        ) : (
          <>
            {phase.name === 'ready' && <LoggedOut />}
            <Leave
              key={phase.name}
              isJoined={phase.name === 'already-joined'}
              productId={productId}
              onClose={close}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Folded in a low window or at high zoom, so that the card form is in view. */
function Description({ text, productId }: { text: string; productId: string }) {
  const [isLow] = useState(() => window.matchMedia('(max-height: 38rem)').matches);
  const content = (
    <>
      <p className={styles['about']}>{text}</p>
      <p className={styles['reference']}>Hunt ID: {productId}</p>
    </>
  );
  if (!isLow) return content;
  return (
    <details className={styles['folded']}>
      <summary>About this hunt</summary>
      {content}
    </details>
  );
}

/** The session ended here or in another tab. */
function LoggedOut() {
  return (
    <Notice tone="error">
      <p>
        You are logged out, and nothing was charged. <Link to="/login">Log in</Link> to join this
        hunt.
      </p>
    </Notice>
  );
}

/** Runs in the next frame, after the dialog has returned the focus to its button. */
function showPageNotice() {
  requestAnimationFrame(() => window.scrollTo({ top: 0 }));
}

/** Closes the open dialog after joining; if it is closed, the page shows the result. */
function useSuccess(phase: Phase, props: Props, dismiss: () => void) {
  const paymentIntentId = phase.name === 'joined' ? phase.paymentIntentId : null;
  useEffect(() => {
    if (!paymentIntentId || !props.isOpen) return;
    props.onSuccess(paymentIntentId);
    props.onClose();
    dismiss();
  });
}

type LeaveProps = { isJoined: boolean; productId: string; onClose: () => void };

/** Takes the focus from the removed form. */
function Leave({ isJoined, productId, onClose }: LeaveProps) {
  const { data: hunts } = useHunts();
  const handle = hunts?.find(({ id }) => id === productId)?.handle;
  const button = useFocusOnMount<HTMLButtonElement>();
  return (
    <DialogActions>
      {isJoined && handle && <LinkButton to={`/hunt/${handle}`}>Go to Hunt</LinkButton>}
      <Button ref={button} variant="quiet" onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  );
}
