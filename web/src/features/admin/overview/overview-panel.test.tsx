import type { QueueAge } from '@cairn/contracts/http/staff-overview.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { OverviewPanel } from './overview-panel.tsx';

// Without a layout, the library warns of a chart without a size.
vi.mock('./trend-lines.tsx', () => ({ TrendLines: () => null }));

const period = { from: '2026-11-16', to: '2026-11-22' };
const queues: QueueAge[] = [{ name: 'events', oldest_seconds: 0 }];
const charges = (count: number, amount: number) => ({ count, amount });

const ANSWERS: Record<string, unknown> = {
  'overview/payments': {
    ...period,
    currency: 'USD',
    sales: { current: charges(12, 240), previous: charges(6, 160) },
    refunds: { current: charges(1, 20), previous: charges(0, 0) },
    disputes: { current: charges(2, 40), previous: charges(2, 40) },
    unsettled: charges(3, 60),
    queues: [...queues, { name: 'refunds', oldest_seconds: 600 }],
  },
  'overview/accounts': { ...period, new_accounts: { current: 9, previous: 10 }, queues },
  'overview/messages': {
    ...period,
    failed_deliveries: { current: 4, previous: 0 },
    open_messages: { count: 5, oldest_seconds: 7_300 },
    queues,
  },
  'overview/hunts': {
    open_claims: { count: 1, oldest_seconds: 90 },
    active_hunts: 2,
    prize: 1350,
    scheduled_releases: 1,
    next_releases: [
      {
        ...{ id: 'clue', hunt_id: 'hunt', handle: 'troll', hunt_title: 'The Troll', kind: 'clue' },
        ...{ number: 3, title: 'At the mill', waits_for_opening: false },
        publish_at: '2026-11-23T18:00:00.000Z',
      },
    ],
    queues,
  },
  'trends/sales': {
    ...period,
    days: [{ hunt_id: 'hunt', hunt_title: 'The Troll', day: '2026-11-20', count: 2, amount: 40 }],
  },
  'trends/hunts': {
    ...period,
    days: [
      { hunt_id: 'hunt', hunt_title: 'The Troll', day: '2026-11-22', members: 7, prize: 1350 },
    ],
  },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(answers: Record<string, unknown> = ANSWERS, address = '/admin/overview') {
  const asked: string[] = [];
  const current = { answers };
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname, search } = new URL(input, 'http://localhost');
    const name = pathname.replace('/api/admin/', '');
    asked.push(name + search);
    const answer = current.answers[name];
    return answer
      ? Response.json(answer)
      : Response.json({ error: 'down', requestId: 'x' }, { status: 400 });
  });
  await act(async () => {
    render(
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <MemoryRouter initialEntries={[address]}>
          <OverviewPanel />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
  return { asked, current };
}

async function tile(label: string) {
  const link = await screen.findByRole('link', { name: label });
  const item = link.closest('li');
  if (!item) throw new Error(`${label} is no tile`);
  return { text: item.textContent, to: link.getAttribute('href') };
}

it.each([
  ['Sales', '$240', 'up 50 %', 'tab=purchases&status=accepted&from=2026-11-16&to=2026-11-22'],
  ['Joins', '12', 'up 100 %', 'tab=purchases&status=accepted&from=2026-11-16&to=2026-11-22'],
  ['Refunds', '$20', '$0 in the 7 days', 'day_of=refund&from=2026-11-16&to=2026-11-22'],
  ['Disputes', '2', 'the same', 'day_of=dispute&from=2026-11-16&to=2026-11-22'],
  ['Money not settled', '$60', '3 purchases', 'tab=purchases&status=unsettled'],
  ['New accounts', '9', 'down 10 %', '?from=2026-11-16&to=2026-11-22'],
  ['Failed deliveries', '4', '0 in the 7 days', 'tab=deliveries&state=failed&from=2026-11-16'],
  ['Open messages', '5', '2 h', 'tab=messages'],
  ['Open claims', '1', '90 s', 'tab=claims&state=open'],
  ['Active hunts', '2', '', 'tab=hunts&status=active'],
  ['Prize of the active hunts', '$', '', 'tab=hunts&status=active'],
  ['Scheduled releases', '1', '', 'tab=plan'],
])('%s shows %s with its change, and leads to its list', async (label, value, note, address) => {
  await show();
  const { text, to } = await tile(label);
  expect(text).toContain(value);
  expect(text).toContain(note);
  expect(to).toContain(address);
});

it('shows an error with a retry for the service that is down, and the others stay', async () => {
  const { 'overview/payments': payments, ...others } = ANSWERS;
  const { current } = await show(others);
  expect(
    (await screen.findByText('Failed to fetch the payments')).closest('[role=alert]'),
  ).not.toBeNull();
  expect((await tile('New accounts')).text).toContain('9');
  current.answers = { ...others, 'overview/payments': payments };
  await act(async () => screen.getByRole('button', { name: 'Try again' }).click());
  expect((await tile('Sales')).text).toContain('$240');
  expect(screen.queryByText('Failed to fetch the payments')).toBeNull();
});

it('asks for the period in the address', async () => {
  const { asked } = await show(ANSWERS, '/admin/overview?days=30');
  await tile('Sales');
  expect(asked).toContain('overview/payments?days=30');
  expect(asked).toContain('overview/messages?days=30');
});

it('has the numbers of each chart as a table', async () => {
  await show();
  const [summary] = await screen.findAllByText('Members as a table');
  const details = summary?.closest('details');
  if (!details) throw new Error('no details');
  const rows = within(details).getAllByRole('row', { hidden: true });
  expect(rows).toHaveLength(8);
  expect(rows[1]?.textContent).toContain('Nov 22');
  expect(rows[1]?.textContent).toContain('7');
});

it('lists the next releases and the queues', async () => {
  await show();
  const releases = await screen.findByRole('table', { name: 'Next releases' });
  expect(releases.textContent).toContain('At the mill');
  const ages = screen.getByRole('table', { name: 'Queues' });
  expect(ages.textContent).toContain('10 min');
  expect(within(ages).getAllByRole('row')).toHaveLength(6);
});
