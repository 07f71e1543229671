import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { cancelUploads, fetchDrafts, hasUnsaved, uploadDraft, useIsKept } from './form-drafts.ts';

const FORM = 'email';
const NEVER = new AbortController().signal;
let calls: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  calls = [];
});

afterEach(() => {
  cancelUploads();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answerWith(answer: (method: string) => Promise<Response>): void {
  vi.stubGlobal('fetch', (_: string, { method = 'GET' }: RequestInit) => {
    calls.push(method);
    return answer(method);
  });
}

const DRAFTS = { drafts: [{ form: FORM, content: {}, saved_at: '2026-11-20T12:00:00.000Z' }] };

it.each([
  ['after a delay', () => vi.advanceTimersByTimeAsync(10_000)],
  ['once the computer is online', async () => window.dispatchEvent(new Event('online'))],
])('repeats a failed deletion %s', async (_, wait) => {
  answerWith(async () => Response.json(DRAFTS));
  await fetchDrafts(NEVER);
  answerWith(async () => Promise.reject(new TypeError('The connection was closed')));
  uploadDraft(FORM, null);
  await vi.advanceTimersByTimeAsync(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(hasUnsaved()).toBe(true);
  answerWith(async () => Response.json({ form: FORM }));
  await wait();
  await vi.waitFor(() => expect(hasUnsaved()).toBe(false), { timeout: 15_000 });
  expect(calls).toEqual(['GET', 'DELETE', 'DELETE']);
});

it('ignores a draft in an answer that is older than its deletion', async () => {
  answerWith(async () => Response.json(DRAFTS));
  await fetchDrafts(NEVER);
  const slow = Promise.withResolvers<Response>();
  answerWith((method) =>
    method === 'GET' ? slow.promise : Promise.resolve(Response.json({ form: FORM })),
  );
  const fetched = fetchDrafts(NEVER);
  uploadDraft(FORM, null);
  await vi.advanceTimersByTimeAsync(0);
  await vi.waitFor(() => expect(hasUnsaved()).toBe(false), { timeout: 15_000 });
  slow.resolve(Response.json(DRAFTS));
  expect(await fetched).toEqual([]);
});

it('shows a form as kept once the server has its newest input', async () => {
  answerWith(async () => Response.json({ form: FORM, saved_at: '2026-11-20T12:00:00.000Z' }));
  const { result } = renderHook(() => useIsKept(FORM));
  expect(result.current).toBe(true);
  act(() => uploadDraft(FORM, { subject: 'A box' }));
  expect(result.current).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await vi.waitFor(() => expect(result.current).toBe(true));
  expect(calls).toEqual(['PUT']);
});

it('does not upload the recipients of a mail', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    bodies.push(JSON.parse(String(body)));
    return Response.json({ form: FORM, saved_at: '2026-11-20T12:00:00.000Z' });
  });
  uploadDraft(FORM, { subject: 'News', recipients: ['ann@example.com'], isToNamed: true });
  await vi.advanceTimersByTimeAsync(1_000);
  await vi.waitFor(() => expect(hasUnsaved()).toBe(false));
  expect(bodies).toEqual([{ content: { subject: 'News', recipients: [], isToNamed: true } }]);
});
