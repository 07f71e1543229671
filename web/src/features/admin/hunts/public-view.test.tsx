import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { PublicView } from './public-view.tsx';

const DRAFT = {
  ...{ id: 'hunt', type: 'hunt', handle: 'troll', title: 'The Troll', region: 'Vermont' },
  ...{ description: 'A troll.', story: 'Long ago.', rules: 'One.\nTwo.', status: 'draft' },
  ...{ base_value: 500, purchase_bonus: 0, price_amount: 20, price_currency: 'USD' },
  ...{ hidden_at: null, commitment: null, search_area: null, images: [], participants: 0 },
  ...{ completed_at: null, clues_released: 0, updates_released: 0, report: null },
};

afterEach(() => {
  focusManager.setFocused(undefined);
  cleanup();
  vi.unstubAllGlobals();
});

it('is fetched once for each opening, because the server logs each view', async () => {
  let views = 0;
  vi.stubGlobal('fetch', async (path: string) => {
    const isView = path.includes('public-view');
    if (isView) views += 1;
    if (isView && views > 1) return Response.json(DRAFT);
    return Response.json({ error: 'none', requestId: 'x' }, { status: isView ? 503 : 404 });
  });
  const open = () =>
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <PublicView id="hunt" />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  const client = new QueryClient({ defaultOptions: { queries: { retry: 3, retryDelay: 0 } } });
  open();
  await screen.findByText(/Failed to fetch the hunt/);
  act(() => focusManager.setFocused(false));
  await act(async () => focusManager.setFocused(true));
  expect(client.isFetching()).toBe(0);
  expect(views).toBe(1);
  for (const count of [2, 3]) {
    cleanup();
    open();
    await screen.findByRole('article', { name: 'The Troll' });
    await waitFor(() => expect(views).toBe(count));
  }
});

it('shows a draft as the public page of an upcoming hunt, which cannot be joined', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return path.includes('public-view')
      ? Response.json(DRAFT)
      : Response.json({ error: 'none', requestId: 'x' }, { status: 404 });
  });
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <PublicView id="hunt" />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
  const page = await screen.findByRole('article', { name: 'The Troll' });
  for (const text of ['Long ago.', 'Two.', 'Upcoming', 'This hunt has not started yet.', '$500']) {
    expect(page.textContent).toContain(text);
  }
  expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull();
  expect(asked.some((path) => path.endsWith('/api/admin/hunts/hunt/public-view'))).toBe(true);
});
