import type { Product } from '@cairn/contracts/http/hunts.ts';
import { lazy, Suspense, useState } from 'react';
import { Button, LinkButton } from '../../components/ui/button.tsx';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { formatDollars } from '../../lib/money.ts';
import { useSession } from '../session/use-session.ts';
import styles from './hunt-actions.module.css';
import { SignUpPrompt } from './sign-up-prompt.tsx';
import { TreasureBoxDialog } from './treasure-box-dialog.tsx';

// Stripe's chunk is loaded with the first click on Join.
const PaymentDialog = lazy(() =>
  import('../payments/payment-dialog.tsx').then((m) => ({ default: m.PaymentDialog })),
);

type Props = { hunt: Product; isMember: boolean; onJoined: (hunt: Product) => void };
type Opened = 'box' | 'sign-up' | 'pay' | null;

export function HuntActions({ hunt, isMember, onJoined }: Props) {
  const [opened, setOpened] = useState<Opened>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const { isSignedIn } = useSession();
  const close = () => setOpened(null);
  function join() {
    setOpened(isSignedIn ? 'pay' : 'sign-up');
    if (isSignedIn) setWasOpened(true);
  }
  return (
    <div className={styles['all']}>
      <div className={styles['actions']}>
        {isMember ? (
          <LinkButton to={`/hunt/${hunt.handle}`}>Go to Hunt</LinkButton>
        ) : (
          <JoinAction hunt={hunt} onJoin={join} />
        )}
        <Button variant="quiet" onClick={() => setOpened('box')}>
          The Treasure Box
        </Button>
      </div>
      {hunt.handle === 'porter-stash' && hunt.status === 'active' && !isMember && (
        <button type="button" className={styles['link']} onClick={join}>
          Join this hunt now!
          <VisuallyHidden> {hunt.title}</VisuallyHidden>
        </button>
      )}
      <TreasureBoxDialog isOpen={opened === 'box'} onClose={close} images={hunt.images} />
      <SignUpPrompt isOpen={opened === 'sign-up'} onClose={close} hunt={hunt} />
      {wasOpened && (
        <Suspense>
          <PaymentDialog
            isOpen={opened === 'pay'}
            onClose={close}
            huntTitle={hunt.title}
            huntDescription={hunt.description}
            cost={hunt.price_amount}
            productId={hunt.id}
            onSuccess={() => onJoined(hunt)}
          />
        </Suspense>
      )}
    </div>
  );
}

function JoinAction({ hunt, onJoin }: { hunt: Product; onJoin: () => void }) {
  if (hunt.status !== 'active') {
    return <p className={styles['closed']}>{CLOSED_TEXTS[hunt.status]}</p>;
  }
  return (
    <Button variant="primary" onClick={onJoin}>
      Join this hunt for {formatDollars(hunt.price_amount)}
      <VisuallyHidden> {hunt.title}</VisuallyHidden>
    </Button>
  );
}

const CLOSED_TEXTS = {
  upcoming: 'This hunt has not begun yet.',
  complete: 'This hunt is complete.',
  cancelled: 'This hunt was called off. Every member gets their money back.',
};
