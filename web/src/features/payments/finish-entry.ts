import type { PurchaseStatus } from '@cairn/contracts/http/payments.ts';
import { ApiError, isPassing } from '../../lib/api-error.ts';

export type Recorded = { status: PurchaseStatus; pending?: true };
/** Every end but the good one. */
export type SadFinish = { outcome: 'returned' } | { outcome: 'stuck'; reason: string };
export type Finish = { outcome: 'joined' } | SadFinish;

type Steps = {
  /** Tells the server of the charge; repeating it is safe. */
  record: () => Promise<Recorded>;
  /** Resolves after so many milliseconds, or never when nobody waits any more. */
  wait: (ms: number) => Promise<void>;
  onWaiting: () => void;
};

const PAUSE_MS = 2000;

/** The card was charged: from here on only asking again is right, never paying again. */
export async function finishEntry({ record, wait, onWaiting }: Steps): Promise<Finish> {
  for (;;) {
    const attempt = await tryOnce(record);
    if ('outcome' in attempt) return attempt;
    onWaiting();
    await wait(attempt.againInMs);
  }
}

async function tryOnce(record: Steps['record']): Promise<Finish | { againInMs: number }> {
  try {
    const { status, pending } = await record();
    if (pending) return { againInMs: PAUSE_MS };
    return status === 'completed' ? { outcome: 'joined' } : { outcome: 'returned' };
  } catch (error) {
    if (!isPassing(error)) return { outcome: 'stuck', reason: reasonOf(error) };
    const seconds = error instanceof ApiError ? (error.retryAfter ?? 0) : 0;
    return { againInMs: Math.max(PAUSE_MS, seconds * 1000) };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof ApiError ? error.message : '';
}
