import type { FormDraft } from '@cairn/contracts/http/form-drafts.ts';
import { isTransient } from '../../lib/api-error.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { callRoute } from './api/call-route.ts';

const DELAY_MS = 1_000;
const RETRY_MS = 10_000;
/** Codes and lists of addresses stay in the page; a deletion of the addresses' users does not reach drafts. */
const PAGE_FIELDS: ReadonlySet<string> = new Set([
  ...['treasure_code', 'stash_code', 'stash_phrase'],
  'recipients',
]);

type Upload = { content: unknown; timer: ReturnType<typeof setTimeout> | undefined };

/** Drafts that the server does not have yet; content null deletes. */
const uploads = createStore<ReadonlyMap<string, Upload>>(new Map());
/** Forms with a draft on the server. */
const stored = new Set<string>();
/** When the server deleted a draft, by `performance.now()`. */
const deletedAt = new Map<string, number>();

export function isForm(key: string): boolean {
  return key === 'email' || ['hunt', 'clue', 'report'].includes(key.split(':')[0] ?? '');
}

/** Sends the newest content of a form one second after the last change; a discarded draft at once. */
export function uploadDraft(form: string, content: unknown): void {
  const waiting = uploads.get().get(form);
  if (content === null && !waiting && !stored.has(form)) return;
  clearTimeout(waiting?.timer);
  const upload: Upload = { content, timer: undefined };
  upload.timer = setTimeout(() => void send(form, upload), content === null ? 0 : DELAY_MS);
  setUpload(form, upload);
}

/** The drafts on the server that are not being changed here. */
export async function fetchDrafts(signal: AbortSignal): Promise<FormDraft[]> {
  const startedAt = performance.now();
  const answer = await callRoute('GET /api/admin/form-drafts', { signal });
  // The answer may be older than a deletion.
  const drafts = answer.drafts.filter(({ form }) => !(Number(deletedAt.get(form)) >= startedAt));
  for (const { form } of drafts) stored.add(form);
  return drafts.filter(({ form }) => !uploads.get().has(form));
}

export function hasUnsaved(): boolean {
  return uploads.get().size > 0;
}

/** Without effect on the server. */
export function cancelUploads(): void {
  for (const { timer } of uploads.get().values()) clearTimeout(timer);
  uploads.set(new Map());
  stored.clear();
}

/** Whether the server has the newest input of the form. */
export function useIsKept(form: string): boolean {
  return useStore(uploads, (waiting) => !waiting.has(form));
}

/** Calls of one form run one after another, so that the last change wins. */
let last: Promise<unknown> = Promise.resolve();

async function send(form: string, upload: Upload): Promise<void> {
  const params = { form };
  const call = async () => {
    if (uploads.get().get(form) !== upload) return;
    if (upload.content === null) await callRoute('DELETE /api/admin/form-drafts/:form', { params });
    else
      await callRoute('PUT /api/admin/form-drafts/:form', {
        params,
        body: { content: withoutPageFields(upload.content) },
      });
    if (upload.content === null) {
      stored.delete(form);
      deletedAt.set(form, performance.now());
    } else stored.add(form);
    if (uploads.get().get(form) === upload) setUpload(form, null);
  };
  last = last.then(call).catch((error: unknown) => {
    // The draft stays in this page; after a refusal the next change tries again.
    if (isTransient(error) && uploads.get().get(form) === upload) retryLater(form, upload);
  });
  await last;
}

/** Null removes it. */
function setUpload(form: string, upload: Upload | null): void {
  const next = new Map(uploads.get());
  if (upload) next.set(form, upload);
  else next.delete(form);
  uploads.set(next);
}

/** Sends again after a delay, or once the computer is online. */
function retryLater(form: string, upload: Upload): void {
  function retry() {
    clearTimeout(upload.timer);
    window.removeEventListener('online', retry);
    void send(form, upload);
  }
  upload.timer = setTimeout(retry, RETRY_MS);
  window.addEventListener('online', retry);
}

function withoutPageFields(content: unknown): Record<string, unknown> {
  const emptyOf = (value: unknown) => (Array.isArray(value) ? [] : '');
  return JSON.parse(
    JSON.stringify(content, (name, value) => (PAGE_FIELDS.has(name) ? emptyOf(value) : value)),
  );
}
