import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { useSession } from '../session/use-session.ts';
import { type ConfirmCard, chargeCard } from './charge-card.ts';
import { finishEntry, type Recorded, type SadFinish } from './finish-entry.ts';

export type Phase =
  | { name: 'ready'; problem: string | null }
  | { name: 'charging' }
  | { name: 'finishing' }
  | { name: 'ended'; finish: SadFinish };

type Options = { productId: string; onJoined: (paymentIntentId: string) => void };

/** From the press on Pay to the entry. Outlives the closing of the dialog, not of the page. */
export function usePayment({ productId, onJoined }: Options) {
  const [phase, setPhase] = useState<Phase>({ name: 'ready', problem: null });
  const { user } = useSession();
  const leaving = useLeaving();

  async function pay(confirmCard: ConfirmCard) {
    setPhase({ name: 'charging' });
    const charge = await chargeCard({ productId, email: user?.email }, confirmCard);
    if ('problem' in charge) return setPhase({ name: 'ready', problem: charge.problem });
    const finish = await finishEntry({
      record: () => record(productId, charge.paymentIntentId),
      wait: (ms) => pause(ms, leaving()),
      onWaiting: () => setPhase({ name: 'finishing' }),
    });
    if (finish.outcome !== 'joined') return setPhase({ name: 'ended', finish });
    onJoined(charge.paymentIntentId);
    setPhase({ name: 'ready', problem: null });
  }

  function forgetProblem() {
    if (phase.name === 'ready') setPhase({ name: 'ready', problem: null });
  }

  return { phase, pay, forgetProblem };
}

function record(productId: string, paymentIntentId: string): Promise<Recorded> {
  return callApi<Recorded>('/api/record-purchase', {
    method: 'POST',
    body: { productId, paymentIntentId },
  });
}

/** Never resolves once aborted: whoever waited is gone, and the webhook finishes the entry. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}

/** A signal that is aborted when the component goes. */
function useLeaving(): () => AbortSignal {
  const controller = useRef(new AbortController());
  useEffect(() => {
    if (controller.current.signal.aborted) controller.current = new AbortController();
    return () => controller.current.abort();
  }, []);
  return () => controller.current.signal;
}
