import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { readDraft } from '../drafts.ts';
import { cancelUploads } from '../form-drafts.ts';
import { WithStoredDrafts } from './stored-drafts.tsx';

const DRAFT = {
  form: 'email',
  content: { subject: 'A box' },
  saved_at: '2026-11-20T12:00:00.000Z',
};

afterEach(() => {
  cleanup();
  cancelUploads();
  vi.unstubAllGlobals();
});

it('shows no form before its draft could be fetched', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WithStoredDrafts>
        <p>The form</p>
      </WithStoredDrafts>
    </QueryClientProvider>,
  );
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.queryByText('The form')).toBeNull();
  vi.stubGlobal('fetch', async () => Response.json({ drafts: [DRAFT] }));
  await act(async () => retry.click());
  await screen.findByText('The form');
  expect(readDraft('email')).toEqual(DRAFT.content);
});
