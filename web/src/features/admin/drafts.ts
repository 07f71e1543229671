import { onLeave } from './leaving.ts';

const drafts = new Map<string, unknown>();

/**
 * What was begun and not yet saved, kept while the page is open: another tab of the back office, a
 * click on a link, the way back or a session that ended lose nothing. It goes with whoever wrote it.
 */
export function readDraft<Draft>(key: string): Draft | null {
  return (drafts.get(key) as Draft | undefined) ?? null;
}

export function keepDraft(key: string, draft: unknown): void {
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
  onLeave(() => drafts.clear());
}
