import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
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
  cleanup();
  vi.unstubAllGlobals();
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
