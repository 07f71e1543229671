import type { Account } from '@cairn/contracts/http/back-office.ts';
import { onUserChange } from '../../../lib/on-user-change.ts';
import { createStore, useStore } from '../../../lib/store.ts';

/** A user selected for a mailing. */
export type Recipient = { id: string; email: string; name: string };

const selection = createStore<readonly Recipient[]>([]);

let isListening = false;

/** Survives paging, searching, a change of tab or route, and the end of a session. */
export function useSelection(): readonly Recipient[] {
  return useStore(selection, (selected) => selected);
}

export function select(recipients: readonly Recipient[]): void {
  if (!isListening) onUserChange(clearSelection);
  isListening = true;
  const selected = selection.get();
  const known = new Set(selected.map(({ id }) => id));
  selection.set([...selected, ...recipients.filter(({ id }) => !known.has(id))]);
}

export function unselect(ids: readonly string[]): void {
  selection.set(selection.get().filter(({ id }) => !ids.includes(id)));
}

export function clearSelection(): void {
  selection.set([]);
}

export function toRecipient(account: Account): Recipient {
  return { id: account.id, email: account.email, name: nameOf(account) };
}

export function nameOf({
  first_name,
  last_name,
}: {
  first_name: string | null;
  last_name: string | null;
}): string {
  return [first_name, last_name].filter(Boolean).join(' ');
}
