import { onUserChange } from './on-user-change.ts';

const drafts = new Map<string, unknown>();

/**
 * Unsaved input, kept in memory while the page is open. It survives a change of tab or route and the end of
 * a session, and is cleared when the user logs out or another user logs in.
 */
export function readDraft<Draft>(key: string): Draft | null {
  return (drafts.get(key) as Draft | undefined) ?? null;
}

export function saveDraft(key: string, draft: unknown): void {
  drafts.set(key, draft);
  listen();
}

export function dropDraft(key: string): void {
  drafts.delete(key);
}

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('beforeunload', (event) => {
    if (drafts.size > 0) event.preventDefault();
  });
  onUserChange(() => drafts.clear());
}
