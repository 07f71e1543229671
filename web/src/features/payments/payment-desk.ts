import type { User } from '@cairn/contracts/http/accounts.ts';
import { callApi } from '../../lib/api-client.ts';
import { readToken, subscribe as subscribeToSession } from '../session/session-store.ts';
import { type ConfirmCard, chargeCard, UNEXPECTED } from './charge-card.ts';
import { finishEntry, type SadFinish } from './finish-entry.ts';
import { recordPurchase } from './payment-api.ts';
import { dropPending, findPending, keepPending, type PendingPayment } from './pending-payments.ts';
import { tryTabLock, waitForTabLock } from './tab-lock.ts';

/** Whoever reads one of these knows whether they have paid. */
export type Phase =
  /** Nothing is charged; `isLost`: of a payment that was under way, as somebody has just found out. */
  | { name: 'ready'; problem: string | null; isLost?: true }
  | { name: 'charging' }
  | { name: 'elsewhere' }
  | { name: 'asking'; hasFailed: boolean }
  | { name: 'finishing'; hasFailed: boolean }
  | { name: 'joined'; paymentIntentId: string }
  /** By an earlier payment; this time nothing was charged. */
  | { name: 'joined-before' }
  | { name: 'ended'; finish: SadFinish };

type Payment = {
  userId: string;
  email: string;
  productId: string;
  /** Dollars, as the button says. */
  cost: number;
};

const READY: Phase = { name: 'ready', problem: null };
const phases = new Map<string, Phase>();
const listeners = new Set<() => void>();
/** Ends the present pause of a product's asking. */
const wakers = new Map<string, () => void>();

export function readPhase(productId: string): Phase {
  return phases.get(productId) ?? READY;
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes away what was told; what is still pending stays so. */
export function dismiss(productId: string): void {
  setPhase(productId, READY);
}

export function askNow(productId: string): void {
  wakers.get(productId)?.();
}

/** From the press on Pay to the entry. Outlives dialog and route, not the page. */
export async function pay(payment: Payment, confirmCard: ConfirmCard): Promise<void> {
  const { productId } = payment;
  if (readPhase(productId).name !== 'ready') return;
  setPhase(productId, { name: 'charging' });
  await atDesk(payment, () => chargeAndFinish(payment, confirmCard));
}

/** Finishes what a reload, a crash or another tab left: the page may call it as often as it likes. */
export async function resume(payment: PendingPayment): Promise<void> {
  const { productId } = payment;
  if (readPhase(productId).name !== 'ready') return;
  setPhase(productId, phaseWhile(payment.isCharged, false));
  await atDesk(payment, () => finishPending(payment));
}

async function atDesk(payment: Payment | PendingPayment, work: () => Promise<void>): Promise<void> {
  try {
    const outcome = await tryTabLock(lockOf(payment), work);
    if (outcome === 'taken') await waitForOtherTab(payment);
  } catch (error) {
    if (!(error instanceof SessionOverError)) throw error;
  }
}

async function waitForOtherTab(payment: Payment | PendingPayment): Promise<void> {
  setPhase(payment.productId, { name: 'elsewhere' });
  await waitForTabLock(lockOf(payment));
  const left = findPending(payment.userId, payment.productId);
  const isMember = !left && (await hasJoined(payment.productId, 1));
  setPhase(payment.productId, isMember ? { name: 'joined-before' } : READY);
  if (left) await resume(left);
}

async function chargeAndFinish(payment: Payment, confirmCard: ConfirmCard): Promise<void> {
  const { userId, productId, email, cost } = payment;
  const pending = { userId, productId, isCharged: false, at: Date.now() };
  let hasIntent = false;
  const charge = await chargeCard({
    productId,
    email,
    cost,
    confirmCard,
    onIntent: (paymentIntentId) => {
      hasIntent = true;
      keepPending({ ...pending, paymentIntentId });
    },
  });
  if (charge.outcome === 'charged' || charge.outcome === 'unsure') {
    const isCharged = charge.outcome === 'charged';
    const problem = charge.outcome === 'unsure' ? charge.problem : undefined;
    return finish({ ...pending, paymentIntentId: charge.paymentIntentId, isCharged }, problem);
  }
  const isMember = charge.outcome === 'conflict' && (await hasJoined(productId, LOOKS));
  // Without an intent of this payment, what is kept is an earlier one's, and says nothing less.
  if (isMember || (charge.outcome === 'refused' && hasIntent)) dropPending(payment);
  const { problem } = charge;
  setPhase(productId, isMember ? { name: 'joined-before' } : { name: 'ready', problem });
}

/** The lock may have been waited for: what is stored now counts, not what was. */
async function finishPending({ userId, productId }: PendingPayment): Promise<void> {
  const pending = findPending(userId, productId);
  if (pending) await finish(pending);
  else setPhase(productId, READY);
}

async function finish(pending: PendingPayment, problem = UNEXPECTED): Promise<void> {
  const { productId, paymentIntentId } = pending;
  keepPending(pending);
  if (!pending.isCharged) setPhase(productId, { name: 'asking', hasFailed: false });
  const end = await finishEntry({
    isCharged: pending.isCharged,
    record: () => recordPurchase(productId, paymentIntentId),
    wait: (ms) => pause(productId, ms),
    onWaiting: ({ isCharged, hasFailed }) => {
      keepPending({ ...pending, isCharged });
      setPhase(productId, phaseWhile(isCharged, hasFailed));
    },
  });
  const isOpen = end.outcome === 'stuck' || end.outcome === 'unknown';
  if (!isOpen) dropPending(pending);
  if (end.outcome === 'joined') return setPhase(productId, { name: 'joined', paymentIntentId });
  if (end.outcome !== 'unpaid') return setPhase(productId, { name: 'ended', finish: end });
  setPhase(productId, { name: 'ready', problem, isLost: true });
}

function phaseWhile(isCharged: boolean, hasFailed: boolean): Phase {
  return { name: isCharged ? 'finishing' : 'asking', hasFailed };
}

const LOOKS = 4;
const LOOK_PAUSE_MS = 1000;

/** An entry made a moment ago may take as long as this to reach the list of one's products. */
async function hasJoined(productId: string, looks: number): Promise<boolean> {
  for (let look = 1; look <= looks; look += 1) {
    const user = await callApi<User>('/api/auth/verify').catch(() => null);
    if (user?.products.includes(productId)) return true;
    if (look < looks) await pause(productId, LOOK_PAUSE_MS);
  }
  return false;
}

/** Nobody waits any more: the webhook finishes it, or the next login of the same person. */
class SessionOverError extends Error {}

function pause(productId: string, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(wake, ms);
    function wake() {
      clearTimeout(timer);
      wakers.delete(productId);
      if (readToken()) resolve();
      else reject(new SessionOverError());
    }
    wakers.set(productId, wake);
  });
}

function setPhase(productId: string, phase: Phase): void {
  phases.set(productId, phase);
  for (const listener of listeners) listener();
}

function lockOf({ userId, productId }: { userId: string; productId: string }): string {
  return `payment ${userId} ${productId}`;
}

subscribeToSession(() => {
  if (readToken()) return;
  for (const wake of [...wakers.values()]) wake();
  for (const productId of phases.keys()) setPhase(productId, READY);
});
