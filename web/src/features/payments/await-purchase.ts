import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import { ApiError, isTransient } from '../../lib/api-error.ts';
import { PaymentError } from './payment-error.ts';

export type Recorded = { status: PurchaseStatus; pending?: true };
/** Every result except `joined` and `unpaid`. */
export type FailedResult =
  | { outcome: 'reversed'; status: PurchaseStatus }
  | { outcome: 'unrecorded'; reason: string }
  /** The session ended before the server could say whether the card was charged. */
  | { outcome: 'unknown'; reason: string };
export type PurchaseResult = { outcome: 'joined' } | { outcome: 'unpaid' } | FailedResult;

/** What is known so far. */
export type Progress = { isCharged: boolean; hasFailed: boolean };

type Options = {
  /** Whether the card is known to be charged; otherwise the answers must show it. */
  isCharged: boolean;
  /** Asks the server to record the purchase; idempotent. */
  record: () => Promise<Recorded>;
  /** Resolves after `ms`; rejects when the session ends. */
  wait: (ms: number) => Promise<void>;
  onProgress: (waiting: Progress) => void;
};

const RETRY_INTERVAL_MS = 2000;
/** A charge whose answer was lost may still be processing at the provider on the first attempts. */
const UNPAID_ANSWERS = 3;

/** Polls until the server has recorded the purchase or refused it. The user must not pay again during that time. */
export async function awaitPurchase(options: Options): Promise<PurchaseResult> {
  let { isCharged } = options;
  let unpaidAnswers = 0;
  for (;;) {
    const attempt = await tryRecord(options.record, isCharged);
    if ('outcome' in attempt) return attempt;
    if (attempt.isUnpaid) unpaidAnswers += 1;
    if (unpaidAnswers === UNPAID_ANSWERS) return { outcome: 'unpaid' };
    isCharged ||= attempt.isCharged;
    options.onProgress({ isCharged, hasFailed: attempt.hasFailed });
    await options.wait(attempt.retryInMs);
  }
}

type Retry = { retryInMs: number; hasFailed: boolean; isCharged: boolean; isUnpaid: boolean };

async function tryRecord(
  record: Options['record'],
  isCharged: boolean,
): Promise<PurchaseResult | Retry> {
  const retry = { retryInMs: RETRY_INTERVAL_MS, hasFailed: false, isCharged, isUnpaid: false };
  try {
    const { status, pending } = await record();
    if (pending) return { ...retry, isCharged: true };
    return status === 'completed' ? { outcome: 'joined' } : { outcome: 'reversed', status };
  } catch (failure) {
    const error = failure instanceof PaymentError ? failure.cause : failure;
    if (isTransient(error)) return { ...retry, hasFailed: true, retryInMs: retryDelayOf(error) };
    if (isCharged) return { outcome: 'unrecorded', reason: reasonOf(error) };
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 402) return { ...retry, isUnpaid: true };
    if (status === 401) return { outcome: 'unknown', reason: reasonOf(error) };
    return { outcome: 'unpaid' };
  }
}

function retryDelayOf(error: unknown): number {
  const seconds = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
  return Math.max(RETRY_INTERVAL_MS, seconds * 1000);
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : '';
}
