import type { Product } from '@cairn/contracts/http/hunts.ts';
import { useState } from 'react';
import { Button, LinkButton } from '../../components/ui/button.tsx';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { formatDollars } from '../../lib/money.ts';
import styles from './hunt-actions.module.css';
import { TreasureBoxDialog } from './treasure-box-dialog.tsx';
import { useJoin } from './use-join.tsx';

type Props = {
  hunt: Product;
  isMember: boolean;
  onJoined: (hunt: Product) => void;
  /** Opens the payment dialog with the page. */
  isPaymentOpen?: boolean;
};

export function HuntActions({ hunt, isMember, onJoined, isPaymentOpen = false }: Props) {
  const [isBoxOpen, setBoxOpen] = useState(false);
  const { join, dialogs } = useJoin(hunt, { onJoined, isOpenAtFirst: isPaymentOpen });
  return (
    <div className={styles['all']}>
      <div className={styles['actions']}>
        {isMember ? (
          <LinkButton to={`/hunt/${hunt.handle}`}>
            Go to Hunt
            <VisuallyHidden> {hunt.title}</VisuallyHidden>
          </LinkButton>
        ) : (
          <JoinAction hunt={hunt} onJoin={join} />
        )}
        <Button variant="quiet" onClick={() => setBoxOpen(true)}>
          The Treasure Box
          <VisuallyHidden> {hunt.title}</VisuallyHidden>
        </Button>
      </div>
      {hunt.handle === 'porter-stash' && hunt.status === 'active' && !isMember && (
        <button type="button" className={styles['link']} onClick={join}>
          Join this hunt now!
          <VisuallyHidden> {hunt.title}</VisuallyHidden>
        </button>
      )}
      <TreasureBoxDialog isOpen={isBoxOpen} onClose={() => setBoxOpen(false)} hunt={hunt} />
      {dialogs}
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
  upcoming: 'This hunt has not started yet.',
  complete: 'This hunt is complete.',
  cancelled: 'This hunt was called off. Every member gets their money back.',
};
