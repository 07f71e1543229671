import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { adminKey } from '../api/call-route.ts';
import { OpenHunt } from './open-hunt.tsx';
import { PublishHunt } from './publish-hunt.tsx';

const HUNT = {
  id: '0198a2b4-0000-7000-8000-000000000001',
  title: 'The Fern Hunt',
  status: 'draft',
  price_amount: 20,
  version: 3,
} as StaffHunt;

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  ['opening', OpenHunt, ['Open this hunt', 'Open it now']],
  ['publishing', PublishHunt, ['Show as upcoming', 'Show it as upcoming']],
] as const)(
  'a refusal of %s an earlier version fetches the hunt again',
  async (_, Action, names) => {
    vi.stubGlobal('fetch', async () => Response.json({ error: 'Changed since.' }, { status: 409 }));
    const client = new QueryClient();
    const queryKey = adminKey('hunts', HUNT.id);
    client.setQueryData(queryKey, HUNT);
    render(
      <QueryClientProvider client={client}>
        <Action hunt={HUNT} />
      </QueryClientProvider>,
    );
    for (const name of names) {
      const button = await screen.findByRole('button', { name });
      await act(async () => button.click());
    }
    await screen.findByText('Changed since.');
    await waitFor(() => expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true));
  },
);
