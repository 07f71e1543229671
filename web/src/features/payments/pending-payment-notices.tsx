import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button, LinkButton } from '../../components/ui/button.tsx';
import { Row } from '../../components/ui/layout.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { PERSONAL_KEY } from '../../lib/query-keys.ts';
import { refreshProducts, useHunts } from '../products/use-products.ts';
import { refreshSession, useSession } from '../session/use-session.ts';
import { type Phase, resume } from './payment-flow.ts';
import { PaymentNotice } from './payment-notices.tsx';
import styles from './pending-payment-notices.module.css';
import { PENDING_PAYMENTS, readPending } from './pending-payments.ts';
import { usePayment } from './use-payment.ts';

/** Resumes payments that a reload, a closed dialog or another tab left pending, and shows their results. */
export function PendingPaymentNotices() {
  const { user } = useSession();
  const { data: hunts } = useHunts();
  useResumePending(user?.id);
  if (!user || !hunts) return null;
  return (
    <div className={styles['list']}>
      {hunts.map(({ id, title, handle }) => (
        <PendingPaymentNotice key={id} productId={id} title={title} handle={handle} />
      ))}
    </div>
  );
}

type EntryProps = { productId: string; title: string; handle: string };

function PendingPaymentNotice({ productId, title, handle }: EntryProps) {
  const { phase, dismiss } = usePayment(productId);
  useRefetchOnOutcome(phase);
  if (!isShownOnPage(phase)) return null;
  return (
    <section className={styles['one']} aria-label={`Your payment for ${title}`}>
      <h2>{title}</h2>
      <PaymentOutcome phase={phase} productId={productId} />
      {isFinal(phase) && (
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

function PaymentOutcome({ phase, productId }: { phase: Phase; productId: string }) {
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

/** The open dialog shows its own charge; the page shows all other phases. */
function isShownOnPage(phase: Phase): boolean {
  if (phase.name === 'ready') return phase.isLost === true;
  return phase.name !== 'charging' && phase.name !== 'already-joined';
}

function isFinal({ name }: Phase): boolean {
  return name === 'ready' || name === 'joined' || name === 'ended';
}

/** Refetches membership, prize and purchases after every result. */
function useRefetchOnOutcome({ name }: Phase) {
  const queryClient = useQueryClient();
  const last = useRef(name);
  useEffect(() => {
    if (last.current === name) return;
    last.current = name;
    if (!OUTCOMES.has(name)) return;
    void refreshSession();
    void refreshProducts();
    void queryClient.invalidateQueries({ queryKey: PERSONAL_KEY });
  }, [name, queryClient]);
}

const OUTCOMES: ReadonlySet<Phase['name']> = new Set([
  'ready',
  'joined',
  'already-joined',
  'ended',
]);

/** Resumes on mount and whenever another tab changes the pending payments. */
function useResumePending(userId: string | undefined) {
  useEffect(() => {
    if (!userId) return;
    const owner = userId;
    function resumeAll() {
      for (const payment of readPending(owner)) void resume(payment);
    }
    function onStorage(event: StorageEvent) {
      if (event.key === PENDING_PAYMENTS) resumeAll();
    }
    resumeAll();
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [userId]);
}
