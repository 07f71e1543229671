import type { User } from '@cairn/contracts/http/accounts.ts';
import type { StaffClaim } from '@cairn/contracts/http/staff-claims.ts';
import type { StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import type { Delivery } from '@cairn/contracts/http/staff-messages.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session-store.ts';
import { DecideDialog } from '../claims/decide-dialog.tsx';
import { DeliveriesTable } from '../deliveries/deliveries-table.tsx';
import { OpenHunt } from '../hunts/open-hunt.tsx';
import { PublishHunt } from '../hunts/publish-hunt.tsx';
import { UserActions } from '../user/user-actions.tsx';
import { dismissToast, showToast } from './toast.ts';
import { ToastRegion } from './toast-region.tsx';

const HUNT = { id: 'hunt', title: 'The Troll', status: 'draft', price_amount: 20, version: 1 };
const DELIVERY = {
  ...{ id: 'delivery', user_id: null, recipient: null, template: 'receipt', channel: 'email' },
  ...{ mailing_id: null, about: null, state: 'failed', attempts: 1, reason: null, history: [] },
  ...{ created_at: '2026-11-22T00:00:00.000Z', finished_at: null },
};
const CLAIM = {
  ...{ id: 'claim', hunt_id: 'hunt', handle: 'troll', hunt_title: 'The Troll', state: 'open' },
  ...{ created_at: '2026-11-22T00:00:00.000Z', decided_at: null, note: null },
  ...{ prize_frozen: 500, prize_payable: 500, reversed_purchases: [] },
};
const ACCOUNT = {
  ...{ id: 'user', email: 'ann@example.com', first_name: null, last_name: null },
  ...{ status: 'active' as const, email_verified: true, is_admin: false },
  ...{ created_at: '2026-11-22T00:00:00.000Z', last_login: null },
};

afterEach(() => {
  vi.useRealTimers();
  dismissToast();
  cleanup();
  vi.unstubAllGlobals();
});

async function show(child: ReactNode, answer: unknown): Promise<void> {
  vi.stubGlobal('fetch', async () => Response.json(answer));
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          {child}
          <ToastRegion />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  });
}

const user = userEvent.setup();
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const inDialog = (name: string) =>
  user.click(within(screen.getByRole('dialog')).getByRole('button', { name }));

it.each<[string, ReactNode, unknown, () => Promise<void>]>([
  [
    'Receipt is sent again; its state follows in the list.',
    <DeliveriesTable key="d" deliveries={[DELIVERY as unknown as Delivery]} emptyText="" />,
    DELIVERY,
    () => press('Retry Receipt'),
  ],
  [
    'The Troll is open: anyone can join it.',
    <OpenHunt key="o" hunt={HUNT as unknown as StaffHunt} />,
    HUNT,
    async () => {
      await press('Open this hunt');
      await inDialog('Open it now');
    },
  ],
  [
    'The Troll is public as an upcoming hunt.',
    <PublishHunt key="p" hunt={HUNT as unknown as StaffHunt} />,
    HUNT,
    async () => {
      await press('Show as upcoming');
      await inDialog('Show it as upcoming');
    },
  ],
  [
    'The claim on The Troll is rejected. The hunt is active again under a new code.',
    <DecideDialog
      key="c"
      claim={CLAIM as unknown as StaffClaim}
      onDecided={() => {}}
      onClose={() => {}}
    />,
    { ...CLAIM, state: 'rejected' },
    async () => {
      await user.click(screen.getByLabelText('Rejected'));
      await inDialog('Reject the claim');
    },
  ],
  [
    'The account of ann@example.com is deleted.',
    <UserActions key="u" account={ACCOUNT} />,
    { message: 'gone' },
    async () => {
      await press('Delete account');
      await inDialog('Delete account');
    },
  ],
])('says in view: %s', async (sentence, child, answer, perform) => {
  await show(child, answer);
  await perform();
  const found = await screen.findAllByText(sentence);
  const toast = found.find((each) => each.closest('[role=status]'));
  expect(toast).toBeDefined();
});

it('the last of two outcomes is shown, until it is dismissed', async () => {
  await show(null, {});
  showToast('The first.');
  showToast('The second.');
  await screen.findByText('The second.');
  expect(screen.queryByText('The first.')).toBeNull();
  await press('Dismiss');
  expect(screen.queryByText('The second.')).toBeNull();
});

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it('goes away on its own after an earlier one was dismissed under the pointer', async () => {
  await show(null, {});
  vi.useFakeTimers();
  showToast('The first.');
  await advance(100);
  const dismiss = screen.getByRole('button', { name: 'Dismiss' });
  fireEvent.pointerEnter(dismiss);
  fireEvent.focus(dismiss);
  await advance(60_000);
  fireEvent.click(dismiss);
  showToast('The second.');
  await advance(100);
  expect(screen.queryByText('The second.')).not.toBeNull();
  await advance(12_000);
  expect(screen.queryByText('The second.')).toBeNull();
});

it('does not show the outcome of an act to the next user', async () => {
  await show(null, {});
  vi.useFakeTimers();
  beginSession('token', {} as User);
  showToast('The first.');
  await advance(100);
  expect(screen.queryByText('The first.')).not.toBeNull();
  showToast('The second.');
  act(() => endSession('logout'));
  await advance(100);
  expect(screen.queryByText(/^The/)).toBeNull();
});
