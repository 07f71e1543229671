import { useSyncExternalStore } from 'react';
import { onUserChange } from '../on-user-change.ts';

/** A user selected for a mailing. */
export type Recipient = { id: string; email: string; name: string };

let selected: readonly Recipient[] = [];
const listeners = new Set<() => void>();

let isListening = false;

/** Survives paging, searching, a change of tab or route, and the end of a session. */
export function useSelection(): readonly Recipient[] {
  return useSyncExternalStore(subscribe, () => selected);
}

export function select(recipients: readonly Recipient[]): void {
  if (!isListening) onUserChange(clearSelection);
  isListening = true;
  const known = new Set(selected.map(({ id }) => id));
  publish([...selected, ...recipients.filter(({ id }) => !known.has(id))]);
}

export function unselect(ids: readonly string[]): void {
  publish(selected.filter(({ id }) => !ids.includes(id)));
}

export function clearSelection(): void {
  publish([]);
}

function publish(next: readonly Recipient[]): void {
  selected = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
