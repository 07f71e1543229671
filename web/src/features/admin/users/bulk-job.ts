import { ApiError, isTransient, messageOf } from '../../../lib/api-error.ts';
import { onUserChange } from '../../../lib/on-user-change.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { callRoute } from '../api/call-route.ts';
import {
  BULK_CHANGES,
  type BulkAct,
  type BulkItem,
  type BulkJob,
  readJob,
  removeJob,
  storeItems,
  storeProgress,
} from './bulk-storage.ts';

const store = createStore<BulkJob | null>(readJob());
onUserChange(dropBulkJob);

export function useBulkJob(): BulkJob | null {
  return useStore(store, (job) => job);
}

/**
 * Applies the act of a single account to each item, one after another: the server authorises, applies
 * and records each as if it were alone. A row that is repeated after a reload has no second effect.
 */
export async function startBulkJob(act: BulkAct, items: readonly BulkItem[]): Promise<void> {
  storeItems(items);
  set({ act, items, done: 0, failures: [], state: 'running' });
  await run();
}

/** Continues with the first row without an outcome. */
export async function continueBulkJob(): Promise<void> {
  const job = store.get();
  if (job?.state !== 'interrupted') return;
  set({ ...job, state: 'running' });
  await run();
}

/** The row that is being changed is completed. */
export function interruptBulkJob(): void {
  const job = store.get();
  if (job?.state === 'running') set({ ...job, state: 'interrupted' });
}

export function dropBulkJob(): void {
  store.set(null);
  removeJob();
}

let running: Promise<void> = Promise.resolve();

/** After a run that waits for its last answer. */
function run(): Promise<void> {
  running = running.then(applyRest);
  return running;
}

async function applyRest(): Promise<void> {
  for (;;) {
    const job = store.get();
    if (job?.state !== 'running') return;
    const item = job.items[job.done];
    if (!item) return set({ ...job, state: 'finished' });
    const error = await apply(job.act, item);
    const present = store.get();
    // Dropped, or replaced by another job.
    if (present?.items !== job.items) return;
    if (error === 'interrupted') return set({ ...present, state: 'interrupted' });
    const failures = error === null ? present.failures : [...present.failures, { ...item, error }];
    set({ ...present, done: job.done + 1, failures });
  }
}

const TEXTS = { refused: 'It was refused.', failed: 'There was no answer.' };

/** Null if the account is changed, else why not. */
async function apply(act: BulkAct, { id }: BulkItem): Promise<string | null | 'interrupted'> {
  try {
    await callRoute('PATCH /api/admin/accounts/:id', { params: { id }, body: BULK_CHANGES[act] });
    return null;
  } catch (error) {
    const isSignedOut = error instanceof ApiError && [401, 403].includes(error.status);
    return isTransient(error) || isSignedOut ? 'interrupted' : messageOf(error, TEXTS);
  }
}

function set(job: BulkJob): void {
  store.set(job);
  storeProgress(job);
}
