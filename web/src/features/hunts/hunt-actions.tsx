import type { Product } from '@cairn/contracts/http/hunts.ts';
import { useEffect, useState } from 'react';
import { Button, LinkButton } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { formatDollars } from '../../lib/money.ts';
import { useOnDemand } from '../../lib/use-on-demand.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import styles from './hunt-actions.module.css';
import { importPrompt, useJoin } from './use-join.tsx';

const importBox = async () => (await import('./treasure-box-dialog.tsx')).TreasureBoxDialog;

type Props = {
  hunt: Product;
  isMember: boolean;
  onJoined: (hunt: Product) => void;
  /** Opens the payment dialog with the page. */
  isPaymentOpen?: boolean;
};

export function HuntActions({ hunt, isMember, onJoined, isPaymentOpen = false }: Props) {
  const [isBoxOpen, setBoxOpen] = useState(false);
  const box = useOnDemand(importBox);
  const { join, dialogs } = useJoin(hunt, { onJoined, isOpenAtFirst: isPaymentOpen });
  useEffect(prefetchDialogs, []);
  function openBox() {
    setBoxOpen(true);
    box.load();
  }
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
        <Button variant="quiet" onClick={openBox}>
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
      {box.hasFailed && (
        <Notice tone="error">
          The pictures could not be loaded. Are you offline? Try again in a moment, or load the page
          again.
        </Notice>
      )}
      {box.Loaded && (
        <box.Loaded isOpen={isBoxOpen} onClose={() => setBoxOpen(false)} hunt={hunt} />
      )}
      {dialogs}
    </div>
  );
}

/** After the first view, which needs no dialog. A failure is shown when the dialog is opened. */
function prefetchDialogs() {
  return whenIdle(() => {
    for (const load of [importBox, importPrompt]) load().catch(() => undefined);
  });
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
