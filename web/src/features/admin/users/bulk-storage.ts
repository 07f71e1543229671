import { readStoredUser } from '../../../lib/session-store.ts';

export const BULK_CHANGES = {
  suspend: { status: 'suspended' },
  restore: { status: 'active' },
  verify: { email_verified: true },
} as const;
export type BulkAct = keyof typeof BULK_CHANGES;

export type BulkItem = { id: string; email: string };

export type BulkJob = {
  act: BulkAct;
  items: readonly BulkItem[];
  /** Rows that have an outcome, from the beginning of `items`. */
  done: number;
  failures: readonly (BulkItem & { error: string })[];
  state: 'running' | 'interrupted' | 'finished';
};

const ITEMS = 'cairn-bulk-items';
const PROGRESS = 'cairn-bulk-progress';

/** The items are stored once; the progress after each row. */
export function storeItems(items: readonly BulkItem[]): void {
  write(ITEMS, items);
}

export function storeProgress({ act, done, failures, state }: BulkJob): void {
  write(PROGRESS, { act, done, failures, state, adminId: readStoredUser()?.id });
}

/** The job of this tab and this admin before the page was loaded; null without one. */
export function readJob(): BulkJob | null {
  try {
    const items = JSON.parse(sessionStorage.getItem(ITEMS) ?? 'null');
    const progress = JSON.parse(sessionStorage.getItem(PROGRESS) ?? 'null');
    if (!items || !progress || progress.adminId !== readStoredUser()?.id) return null;
    const { act, done, failures } = progress;
    const state = progress.state === 'finished' ? 'finished' : 'interrupted';
    return { act, items, done, failures, state };
  } catch {
    return null;
  }
}

export function removeJob(): void {
  try {
    for (const key of [ITEMS, PROGRESS]) sessionStorage.removeItem(key);
  } catch {
    // Without storage nothing is kept.
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, or with a full one, a reload ends the job.
  }
}
