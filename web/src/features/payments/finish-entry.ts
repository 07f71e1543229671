import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import { ApiError, isPassing } from '../../lib/api-error.ts';
import { PaymentError } from './payment-error.ts';

export type Recorded = { status: PurchaseStatus; pending?: true };
/** Every end but the good one and the one without a charge. */
export type SadFinish =
  | { outcome: 'returned'; status: PurchaseStatus }
  | { outcome: 'stuck'; reason: string }
  /** The server will not say whether the card was charged, since nobody is logged in any more. */
  | { outcome: 'unknown'; reason: string };
export type Finish = { outcome: 'joined' } | { outcome: 'unpaid' } | SadFinish;

/** What is known while the end is waited for. */
export type Waiting = { isCharged: boolean; hasFailed: boolean };

type Steps = {
  /** Whether the card is known to be charged; otherwise this finds it out first. */
  isCharged: boolean;
  /** Tells the server of the charge; repeating it is safe. */
  record: () => Promise<Recorded>;
  /** Resolves after so many milliseconds, or never when nobody waits any more. */
  wait: (ms: number) => Promise<void>;
  onWaiting: (waiting: Waiting) => void;
};

const PAUSE_MS = 2000;
/** A charge whose answer was lost may still be under way at the provider when we first ask. */
const UNPAID_ANSWERS = 3;

/** From here on only asking again is right, never paying again. */
export async function finishEntry(steps: Steps): Promise<Finish> {
  let { isCharged } = steps;
  let unpaidAnswers = 0;
  for (;;) {
    const attempt = await tryOnce(steps.record, isCharged);
    if ('outcome' in attempt) return attempt;
    if (attempt.isUnpaid) unpaidAnswers += 1;
    if (unpaidAnswers === UNPAID_ANSWERS) return { outcome: 'unpaid' };
    isCharged ||= attempt.isCharged;
    steps.onWaiting({ isCharged, hasFailed: attempt.hasFailed });
    await steps.wait(attempt.againInMs);
  }
}

type Again = { againInMs: number; hasFailed: boolean; isCharged: boolean; isUnpaid: boolean };

async function tryOnce(record: Steps['record'], isCharged: boolean): Promise<Finish | Again> {
  const again = { againInMs: PAUSE_MS, hasFailed: false, isCharged, isUnpaid: false };
  try {
    const { status, pending } = await record();
    if (pending) return { ...again, isCharged: true };
    return status === 'completed' ? { outcome: 'joined' } : { outcome: 'returned', status };
  } catch (failure) {
    const error = failure instanceof PaymentError ? failure.cause : failure;
    if (isPassing(error)) return { ...again, hasFailed: true, againInMs: pauseOf(error) };
    if (isCharged) return { outcome: 'stuck', reason: reasonOf(error) };
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 402) return { ...again, isUnpaid: true };
    if (status === 401) return { outcome: 'unknown', reason: reasonOf(error) };
    return { outcome: 'unpaid' };
  }
}

function pauseOf(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
  return Math.max(PAUSE_MS, seconds * 1000);
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : '';
}
