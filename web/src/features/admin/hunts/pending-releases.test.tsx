import type { StaffClue, StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { EMPTY_CLUE } from './clue-fields.ts';
import { PendingReleases } from './pending-releases.tsx';
import { saveClue } from './save-clue.ts';

const HUNT = { id: '0198a2b4-0000-7000-8000-000000000001', status: 'active' } as StaffHunt;
const CLUE = {
  id: '0198a2b4-0000-7000-8000-000000000002',
  kind: 'clue',
  number: 1,
  title: 'At the mill',
  body_html: '<p>Turn left.</p>',
  publish_at: null,
  is_published: false,
  version: 3,
} as StaffClue;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(clue: StaffClue): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PendingReleases hunt={HUNT} clues={[clue]} />
    </QueryClientProvider>,
  );
}

const isoIn = (ms: number) => new Date(Date.now() + ms).toISOString();

it('offers Undo after the time of release until the server has published the clue', () => {
  show({ ...CLUE, publish_at: isoIn(-5_000) });
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeNull();
  cleanup();
  show({ ...CLUE, publish_at: isoIn(-5_000), is_published: true });
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it.each([
  ['an earlier schedule', isoIn(86_400_000)],
  ['a draft', null],
])('Undo returns to %s', async (_, publish_at) => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_path: string, { body }: RequestInit) => {
    const changes = JSON.parse(`${body}`);
    sent.push(changes.publish_at);
    return Response.json({ ...CLUE, ...changes });
  });
  const fields = { ...EMPTY_CLUE, title: CLUE.title, body_html: CLUE.body_html };
  const clue = { ...CLUE, publish_at };
  const saved = await saveClue(HUNT.id, clue, { ...fields, when: 'now' }, 3);
  show(saved);
  await act(async () => screen.getByRole('button', { name: 'Undo' }).click());
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toBe(publish_at);
});
