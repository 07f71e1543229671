import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const ACCOUNTS = Array.from({ length: 5 }, (_, place) => ({
  ...{ id: `0198a2b4-0000-7000-8000-00000000000${place}`, email: `user${place}@example.com` },
  ...{ first_name: null, last_name: null, status: 'active', email_verified: true },
  ...{ is_admin: false, created_at: '2026-01-01T00:00:00.000Z', last_login: null },
}));

let patched: string[] = [];
/** Answers of PATCH by the place of the account; 200 without one. */
let answers = new Map<number, () => Promise<Response>>();

beforeEach(() => {
  patched = [];
  answers = new Map();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://cairn.test');
    if (init.method === 'PATCH') {
      const place = ACCOUNTS.findIndex(({ id }) => pathname.endsWith(id));
      patched.push(`${place} ${init.body}`);
      return answers.get(place)?.() ?? Response.json(ACCOUNTS[place]);
    }
    if (init.method === 'POST') return Response.json({ csv: 'ID\r\n' });
    return Response.json(pageAfter(searchParams.get('starting_after') ?? ''));
  });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.resetModules();
  vi.unstubAllGlobals();
});

/** Pages of three accounts. */
function pageAfter(id: string) {
  const first = ACCOUNTS.findIndex((account) => account.id === id) + 1;
  return {
    accounts: ACCOUNTS.slice(first, first + 3),
    pagination: {
      ...{ page: 1, limit: 10, total: 5, pages: 2, is_total_exact: true },
      ...{ has_previous: first > 0, has_next: first + 3 < ACCOUNTS.length },
    },
  };
}

/** As after a load of the page: the modules are new, the session's storage is kept. */
async function loadPanel() {
  const { UsersPanel } = await import('./users-panel.tsx');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <UsersPanel onWriteToSelected={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

async function suspendAll() {
  const user = await loadPanel();
  await user.click(await screen.findByRole('button', { name: 'Select all that match' }));
  await screen.findByText('5 users selected');
  await user.click(screen.getByRole('button', { name: 'Suspend selected' }));
  const dialog = await screen.findByRole('dialog', { name: 'Suspend 5 accounts?' });
  await user.click(within(dialog).getByRole('button', { name: 'Suspend 5 accounts' }));
  return user;
}

it('suspends all accounts of the filter one by one, and lists those that are refused', async () => {
  const refusal = { error: 'The last admin cannot be suspended' };
  answers.set(1, async () => Response.json(refusal, { status: 409 }));
  await suspendAll();
  await screen.findByText('4 of 5 accounts suspended. 1 refused.');
  const report = screen.getByRole('list', { name: 'Refused' });
  expect(report.textContent).toBe(`user1@example.com: ${refusal.error}`);
  expect(patched).toEqual([0, 1, 2, 3, 4].map((place) => `${place} {"status":"suspended"}`));
});

it('continues after a reload with the first account without an outcome', async () => {
  let isLost = true;
  answers.set(3, async () =>
    isLost ? new Response(null, { status: 503 }) : Response.json(ACCOUNTS[3]),
  );
  await suspendAll();
  await screen.findByText('3 of 5 accounts suspended. It stopped before the end.');
  cleanup();
  vi.resetModules();
  const user = await loadPanel();
  await screen.findByText('3 of 5 accounts suspended. It stopped before the end.');
  isLost = false;
  patched = [];
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await screen.findByText('5 of 5 accounts suspended.');
  expect(patched.map((call) => call[0])).toEqual(['3', '4']);
});

it('shows the progress, and stops after the account that is being changed', async () => {
  let answer = (_: Response): void => {};
  answers.set(2, () => new Promise((resolve) => (answer = resolve)));
  const user = await suspendAll();
  const bar = await screen.findByRole('progressbar', { name: 'Progress of the bulk act' });
  await waitFor(() => expect(bar).toHaveProperty('value', 2));
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await act(async () => answer(Response.json(ACCOUNTS[2])));
  await screen.findByText('3 of 5 accounts suspended. It stopped before the end.');
  expect(patched).toHaveLength(3);
});

it('changes each account once when it is continued before the last answer', async () => {
  let answer = (_: Response): void => {};
  answers.set(2, () => new Promise((resolve) => (answer = resolve)));
  const user = await suspendAll();
  const bar = await screen.findByRole('progressbar', { name: 'Progress of the bulk act' });
  await waitFor(() => expect(bar).toHaveProperty('value', 2));
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await act(async () => answer(Response.json(ACCOUNTS[2])));
  await screen.findByText('5 of 5 accounts suspended.');
  expect(patched.map((call) => call[0])).toEqual(['0', '1', '2', '3', '4']);
});
