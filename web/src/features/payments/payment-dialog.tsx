import { Button } from '../../components/ui/button.tsx';
import { Dialog, DialogActions } from '../../components/ui/dialog.tsx';
import { Stack } from '../../components/ui/layout.tsx';
import { useFocusOnMount } from '../../lib/use-focus-on-mount.ts';
import { CardForm } from './card-form.tsx';
import { CardProviderFrame } from './card-provider-frame.tsx';
import { EndedNotice, FinishingNotice } from './payment-notices.tsx';
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
  const { phase, pay, forgetProblem } = usePayment({ productId, onJoined: succeed });
  const isCharging = phase.name === 'charging';
  function close() {
    forgetProblem();
    props.onClose();
  }
  function succeed(paymentIntentId: string) {
    props.onSuccess(paymentIntentId);
    props.onClose();
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={`Join ${huntTitle}`} isHeld={isCharging}>
      <Stack>
        <p className={styles['about']}>{huntDescription}</p>
        {phase.name === 'finishing' && <FinishingNotice />}
        {phase.name === 'ended' && <EndedNotice finish={phase.finish} />}
        {phase.name === 'ready' || isCharging ? (
          <CardProviderFrame onCancel={close}>
            <CardForm
              cost={cost}
              isCharging={isCharging}
              problem={phase.name === 'ready' ? phase.problem : null}
              onPay={pay}
              onCancel={close}
            />
          </CardProviderFrame>
        ) : (
          <CloseAction onClose={close} />
        )}
      </Stack>
    </Dialog>
  );
}

/** Takes the focus, since the form that had it is gone. */
function CloseAction({ onClose }: { onClose: () => void }) {
  const button = useFocusOnMount<HTMLButtonElement>();
  return (
    <DialogActions>
      <Button ref={button} variant="quiet" onClick={onClose}>
        Close
      </Button>
    </DialogActions>
  );
}
