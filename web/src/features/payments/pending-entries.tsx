import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button, LinkButton } from '../../components/ui/button.tsx';
import { Row } from '../../components/ui/layout.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PRODUCTS_KEY, useHunts } from '../hunts/use-products.ts';
import { PERSONAL_KEY, SESSION_KEY, useSession } from '../session/use-session.ts';
import { type Phase, resume } from './payment-desk.ts';
import { PaymentNotice } from './payment-notices.tsx';
import styles from './pending-entries.module.css';
import { PENDING_PAYMENTS, readPending } from './pending-payments.ts';
import { usePayment } from './use-payment.ts';

/** Finishes by itself what a reload, a closed dialog or another tab left, and tells how it ends. */
export function PendingEntries() {
  const { user } = useSession();
  const { data: hunts } = useHunts();
  useResumption(user?.id);
  if (!user || !hunts) return null;
  return (
    <div className={styles['list']}>
      {hunts.map(({ id, title, handle }) => (
        <PendingEntry key={id} productId={id} title={title} handle={handle} />
      ))}
    </div>
  );
}

type EntryProps = { productId: string; title: string; handle: string };

function PendingEntry({ productId, title, handle }: EntryProps) {
  const { phase, dismiss } = usePayment(productId);
  useFreshData(phase);
  if (!isToldOnPage(phase)) return null;
  return (
    <section className={styles['one']} aria-label={`Your payment for ${title}`}>
      <h2>{title}</h2>
      <Told phase={phase} productId={productId} />
      {isOver(phase) && (
        <Row>
          {phase.name === 'joined' && <LinkButton to={`/hunt/${handle}`}>Go to Hunt</LinkButton>}
          <Button variant="quiet" onClick={dismiss}>
            Close
          </Button>
        </Row>
      )}
    </section>
  );
}

function Told({ phase, productId }: { phase: Phase; productId: string }) {
  return (
    <>
      <PaymentNotice phase={phase} productId={productId} />
      {phase.name === 'ready' && (
        <Notice tone="error" title="Your payment was not finished. You were not charged.">
          <p>{phase.problem}</p>
        </Notice>
      )}
    </>
  );
}

/** A charge in the dialog is told there; the rest concerns who comes back to the page. */
function isToldOnPage(phase: Phase): boolean {
  if (phase.name === 'ready') return phase.isLost === true;
  return phase.name !== 'charging' && phase.name !== 'joined-before';
}

function isOver({ name }: Phase): boolean {
  return name === 'ready' || name === 'joined' || name === 'ended';
}

/** Whatever comes out of a payment, membership, prize and purchases are asked for anew. */
function useFreshData({ name }: Phase) {
  const queryClient = useQueryClient();
  const last = useRef(name);
  useEffect(() => {
    if (last.current === name) return;
    last.current = name;
    if (!OUTCOMES.has(name)) return;
    for (const queryKey of [SESSION_KEY, PRODUCTS_KEY, PERSONAL_KEY]) {
      void queryClient.invalidateQueries({ queryKey });
    }
  }, [name, queryClient]);
}

const OUTCOMES: ReadonlySet<Phase['name']> = new Set(['ready', 'joined', 'joined-before', 'ended']);

/** At once, and whenever another tab begins or leaves a payment. */
function useResumption(userId: string | undefined) {
  useEffect(() => {
    if (!userId) return;
    const owner = userId;
    function takeUp() {
      for (const payment of readPending(owner)) void resume(payment);
    }
    function follow(event: StorageEvent) {
      if (event.key === PENDING_PAYMENTS) takeUp();
    }
    takeUp();
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, [userId]);
}
