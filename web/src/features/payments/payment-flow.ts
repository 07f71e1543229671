import { callApi } from '../../lib/api-client.ts';
import { readToken, sessionStore } from '../../lib/session-store.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { awaitPurchase, type FailedResult } from './await-purchase.ts';
import { type ConfirmCard, chargeCard, UNEXPECTED } from './charge-card.ts';
import { recordPurchase } from './payment-api.ts';
import {
  findPending,
  type PendingPayment,
  removePending,
  savePending,
} from './pending-payments.ts';
import { tryTabLock, waitForTabLock } from './tab-lock.ts';

/** Every phase states whether the user was charged. */
export type Phase =
  /** Nothing is charged. `isLost`: an earlier payment turned out to be unpaid. */
  | { name: 'ready'; problem: string | null; isLost?: true }
  | { name: 'charging' }
  | { name: 'other-tab' }
  | { name: 'checking'; hasFailed: boolean }
  | { name: 'finishing'; hasFailed: boolean }
  | { name: 'joined'; paymentIntentId: string }
  /** By an earlier payment; nothing was charged this time. */
  | { name: 'already-joined' }
  | { name: 'ended'; finish: FailedResult };

type Payment = {
  userId: string;
  email: string;
  productId: string;
  /** Dollars, as the button shows. */
  cost: number;
};

const READY: Phase = { name: 'ready', problem: null };
export const phases = createStore<ReadonlyMap<string, Phase>>(new Map());
/** Ends the current wait of a product. */
const wakeFunctions = new Map<string, () => void>();

export function readPhase(productId: string): Phase {
  return phases.get().get(productId) ?? READY;
}

/** The payment state of a product, shared by dialog and page. */
export function usePhase(productId: string): Phase {
  return useStore(phases, (all) => all.get(productId) ?? READY);
}

/** Hides the displayed result; a pending payment stays pending. */
export function dismiss(productId: string): void {
  setPhase(productId, READY);
}

export function retryNow(productId: string): void {
  wakeFunctions.get(productId)?.();
}

/** Pays and records the purchase. Survives closing the dialog and a change of route, but not a reload. */
export async function pay(payment: Payment, confirmCard: ConfirmCard): Promise<void> {
  const { productId } = payment;
  if (readPhase(productId).name !== 'ready') return;
  setPhase(productId, { name: 'charging' });
  await withTabLock(payment, () => chargeAndFinish(payment, confirmCard));
}

/** Resumes a payment that a reload, a crash or another tab left pending; safe to call repeatedly. */
export async function resume(payment: PendingPayment): Promise<void> {
  const { productId } = payment;
  if (readPhase(productId).name !== 'ready') return;
  setPhase(productId, waitingPhase(payment.isCharged, false));
  await withTabLock(payment, () => finishPending(payment));
}

async function withTabLock(
  payment: Payment | PendingPayment,
  work: () => Promise<void>,
): Promise<void> {
  try {
    const outcome = await tryTabLock(lockOf(payment), work);
    if (outcome === 'taken') await waitForOtherTab(payment);
  } catch (error) {
    if (!(error instanceof SessionOverError)) throw error;
  }
}

async function waitForOtherTab(payment: Payment | PendingPayment): Promise<void> {
  setPhase(payment.productId, { name: 'other-tab' });
  await waitForTabLock(lockOf(payment));
  const left = findPending(payment.userId, payment.productId);
  const isMember = !left && (await checkMembership(payment.productId, 1));
  setPhase(payment.productId, isMember ? { name: 'already-joined' } : READY);
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
      savePending({ ...pending, paymentIntentId });
    },
  });
  if (charge.outcome === 'charged' || charge.outcome === 'unknown') {
    const isCharged = charge.outcome === 'charged';
    const problem = charge.outcome === 'unknown' ? charge.problem : undefined;
    return finish({ ...pending, paymentIntentId: charge.paymentIntentId, isCharged }, problem);
  }
  const isMember =
    charge.outcome === 'conflict' && (await checkMembership(productId, MEMBERSHIP_CHECKS));
  // Without a new intent, the stored pending payment is an earlier one and stays.
  if (isMember || (charge.outcome === 'refused' && hasIntent)) removePending(payment);
  const { problem } = charge;
  setPhase(productId, isMember ? { name: 'already-joined' } : { name: 'ready', problem });
}

/** Reads the pending payment again, because waiting for the lock may have taken long. */
async function finishPending({ userId, productId }: PendingPayment): Promise<void> {
  const pending = findPending(userId, productId);
  if (pending) await finish(pending);
  else setPhase(productId, READY);
}

async function finish(pending: PendingPayment, problem = UNEXPECTED): Promise<void> {
  const { productId, paymentIntentId } = pending;
  savePending(pending);
  if (!pending.isCharged) setPhase(productId, { name: 'checking', hasFailed: false });
  const end = await awaitPurchase({
    isCharged: pending.isCharged,
    record: () => recordPurchase(productId, paymentIntentId),
    wait: (ms) => pause(productId, ms),
    onProgress: ({ isCharged, hasFailed }) => {
      savePending({ ...pending, isCharged });
      setPhase(productId, waitingPhase(isCharged, hasFailed));
    },
  });
  const isOpen = end.outcome === 'unrecorded' || end.outcome === 'unknown';
  if (!isOpen) removePending(pending);
  if (end.outcome === 'joined') return setPhase(productId, { name: 'joined', paymentIntentId });
  if (end.outcome !== 'unpaid') return setPhase(productId, { name: 'ended', finish: end });
  setPhase(productId, { name: 'ready', problem, isLost: true });
}

function waitingPhase(isCharged: boolean, hasFailed: boolean): Phase {
  return { name: isCharged ? 'finishing' : 'checking', hasFailed };
}

const MEMBERSHIP_CHECKS = 4;
const MEMBERSHIP_CHECK_INTERVAL_MS = 1000;

/** A new membership takes a moment to appear in the user's products. */
async function checkMembership(productId: string, attempts: number): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const user = await callApi('GET /api/auth/verify', {}).catch(() => null);
    if (user?.products.includes(productId)) return true;
    if (attempt < attempts) await pause(productId, MEMBERSHIP_CHECK_INTERVAL_MS);
  }
  return false;
}

/** The session ended; the webhook or the user's next login finishes the payment. */
class SessionOverError extends Error {}

function pause(productId: string, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(wake, ms);
    function wake() {
      clearTimeout(timer);
      wakeFunctions.delete(productId);
      if (readToken()) resolve();
      else reject(new SessionOverError());
    }
    wakeFunctions.set(productId, wake);
  });
}

function setPhase(productId: string, phase: Phase): void {
  phases.set(new Map(phases.get()).set(productId, phase));
}

function lockOf({ userId, productId }: { userId: string; productId: string }): string {
  return `payment ${userId} ${productId}`;
}

sessionStore.subscribe(() => {
  if (readToken()) return;
  for (const wake of [...wakeFunctions.values()]) wake();
  for (const productId of phases.get().keys()) setPhase(productId, READY);
});
