import { onUserChange } from '../../../lib/on-user-change.ts';
import { createStore } from '../../../lib/store.ts';

export type Toast = { id: number; text: string };

/** The outcome of the last act in the back office; it survives a change of the page. */
export const toastStore = createStore<Toast | null>(null);

/** Until a closing dialog has left the page: screen readers ignore live regions behind a dialog. */
const DELAY_MS = 100;

let last = 0;

/** Says in a sentence what an act led to, in view wherever the page is scrolled to. */
export function showToast(text: string): void {
  last += 1;
  const toast = { id: last, text };
  setTimeout(() => {
    if (toast.id === last) toastStore.set(toast);
  }, DELAY_MS);
}

export function dismissToast(): void {
  toastStore.set(null);
}

// A toast may name a person.
onUserChange(() => {
  last += 1;
  dismissToast();
});
