import type { StaffHuntReport } from '@cairn/contracts/http/hunt-reports.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { dropDraft } from '../drafts.ts';
import { useReportForm } from './use-report-form.ts';

const SAVED: StaffHuntReport = {
  hunt_id: '0198a2b4-0000-7000-8000-000000000001',
  winner_name: '',
  story_html: '',
  solutions: [],
  published_at: null,
  is_publishable: true,
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  dropDraft(`report:${SAVED.hunt_id}`);
});

function openForm(saved = SAVED) {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(useReportForm, { wrapper, initialProps: saved });
}

it('keeps unsaved texts when the form is closed, and warns before the page is left', () => {
  const { result, unmount } = openForm();
  act(() => result.current.change({ winner_name: 'Eve' }));
  unmount();
  const leave = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leave);
  expect(leave.defaultPrevented).toBe(true);
  expect(openForm().result.current).toMatchObject({
    texts: { winner_name: 'Eve' },
    isChanged: true,
  });
});

it('keeps what is typed while a save runs as unsaved', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  const { result, rerender } = openForm();
  act(() => result.current.change({ winner_name: 'Eve' }));
  await act(async () => result.current.submit());
  act(() => result.current.change({ winner_name: 'Eve of Bath' }));
  const report = { ...SAVED, winner_name: 'Eve' };
  await act(async () => answer.resolve(Response.json(report)));
  await waitFor(() => expect(result.current.save.isSuccess).toBe(true));
  rerender(report);
  expect(result.current).toMatchObject({ texts: { winner_name: 'Eve of Bath' }, isChanged: true });
});

it('has no unsaved texts after a save', async () => {
  const report = { ...SAVED, winner_name: 'Eve' };
  vi.stubGlobal('fetch', async () => Response.json(report));
  const { result } = openForm();
  act(() => result.current.change({ winner_name: 'Eve' }));
  await act(async () => result.current.submit());
  await waitFor(() => expect(result.current.isChanged).toBe(false));
  expect(openForm(report).result.current).toMatchObject({ isChanged: false, hasNewer: false });
});

it('follows newer saved texts without unsaved ones, and reports them otherwise', () => {
  const { result, rerender } = openForm();
  rerender({ ...SAVED, winner_name: 'Ada' });
  expect(result.current.texts.winner_name).toBe('Ada');
  expect(result.current.initial.sheet).toBe(1);
  act(() => result.current.change({ winner_name: 'Eve' }));
  expect(result.current.hasNewer).toBe(false);
  rerender({ ...SAVED, winner_name: 'Bob' });
  expect(result.current).toMatchObject({ texts: { winner_name: 'Eve' }, hasNewer: true });
});
