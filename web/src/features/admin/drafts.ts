import { onUserChange } from '../../lib/on-user-change.ts';
import { cancelUploads, hasUnsaved, isForm, uploadDraft } from './form-drafts.ts';

const drafts = new Map<string, unknown>();

/**
 * Unsaved input, kept in memory while the page is open, and on the server for the forms of mails, hunts,
 * clues and reports. It survives a change of tab or route and the end of a session; the memory is cleared when the user
 * logs out or another user logs in.
 */
export function readDraft<Draft>(key: string): Draft | null {
  return (drafts.get(key) as Draft | undefined) ?? null;
}

export function saveDraft(key: string, draft: unknown): void {
  drafts.set(key, draft);
  listen();
  if (isForm(key)) uploadDraft(key, draft);
}

export function dropDraft(key: string): void {
  drafts.delete(key);
  if (isForm(key)) uploadDraft(key, null);
}

/** Takes over a draft from the server, unless this page has one of its own. */
export function restoreDraft(key: string, draft: unknown): void {
  if (!drafts.has(key)) drafts.set(key, draft);
  listen();
}

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  window.addEventListener('beforeunload', (event) => {
    const isLost = [...drafts.keys()].some((key) => !isForm(key));
    if (isLost || hasUnsaved()) event.preventDefault();
  });
  onUserChange(() => {
    drafts.clear();
    cancelUploads();
  });
}
