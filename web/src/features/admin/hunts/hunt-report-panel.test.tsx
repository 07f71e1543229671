import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { adminKey } from '../api/call-route.ts';
import { HuntReportPanel } from './hunt-report-panel.tsx';

const HUNT = { id: '0198a2b4-0000-7000-8000-000000000001', title: 'The Fern Hunt' } as StaffHunt;
const REPORT = { hunt_id: HUNT.id, winner_name: '', story_html: '<p>At dawn.</p>', solutions: [] };

// The editor needs a layout, which this environment does not have.
vi.mock('../../editor/rich-text-editor.tsx', () => ({ RichTextEditor: () => null }));
afterEach(cleanup);

it.each([
  ['can be published after a verified claim', 'Publish', true, null, false],
  ['cannot be published without a verified claim', 'Publish', false, null, true],
  ['can be unpublished in any state', 'Unpublish', false, '2026-11-22T10:00:00.000Z', false],
] as const)('%s', async (_, action, is_publishable, published_at, isDisabled) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(adminKey('hunts', HUNT.id, 'report'), {
    ...REPORT,
    is_publishable,
    published_at,
  });
  client.setQueryData(adminKey('hunts', HUNT.id, 'clues'), { clues: [] });
  render(
    <QueryClientProvider client={client}>
      <HuntReportPanel hunt={HUNT} />
    </QueryClientProvider>,
  );
  const button = await screen.findByRole('button', { name: `${action} story and solutions` });
  expect((button as HTMLButtonElement).disabled).toBe(isDisabled);
});
