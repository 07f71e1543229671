import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dropDraft } from '../drafts.ts';
import { toastStore } from '../ui/toast.ts';
import { clearSelection, useSelection } from '../users/selection.ts';
import { EmailPanel } from './email-panel.tsx';

const ID = '0198a2b4-0000-7000-8000-000000000001';
const HUNT = { id: '0198a2b4-0000-7000-8000-0000000000a1', title: 'The Mill', region: 'Vermont' };
const SEND_AT = '2999-01-01T12:00:00.000Z';
const SCHEDULED = {
  ...{ id: ID, subject: 'Spring news', total: 0, sent: 0, failed: 0, suppressed: 0 },
  ...{ state: 'scheduled', created_at: SEND_AT, send_at: SEND_AT, finished_at: null },
};
const PAGINATION = {
  ...{ page: 1, limit: 25, total: 1, pages: 1 },
  ...{ has_previous: false, has_next: false, is_total_exact: true },
};
const SEGMENT = {
  ...{ hunts: [], membership: 'former', verified: 'yes' },
  ...{ joined_since: '', alerts: 'any', region: 'Vermont' },
};

type Sent = { method: string; path: string; body: Record<string, unknown> | null };
let sent: Sent[] = [];
let namedAddresses: string[] | null = null;
/** What another admin has saved since; null for nothing. */
let theirs: Record<string, unknown> | null = null;

beforeEach(() => {
  sent = [];
  namedAddresses = null;
  theirs = null;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = new URL(url, 'http://cairn.test').pathname;
    const method = init.method ?? 'GET';
    sent.push({ method, path, body: init.body ? JSON.parse(String(init.body)) : null });
    const version = new Headers(init.headers).get('if-match');
    if (method === 'PUT' && theirs && version !== `"${theirs['version']}"`)
      return Response.json({ error: 'Changed', current: theirs }, { status: 409 });
    return Response.json(answerTo(method, path));
  });
});
afterEach(() => {
  cleanup();
  dropDraft('email');
  clearSelection();
  vi.unstubAllGlobals();
});

function answerTo(method: string, path: string): unknown {
  if (path === '/api/products') return [{ ...HUNT, type: 'hunt' }];
  if (path === '/api/admin/mailing-templates')
    return {
      templates: [{ id: ID, name: 'Weekly', ...content('Weekly news'), created_at: SEND_AT }],
    };
  if (path.endsWith('/preview')) return { html: '', text: '', count: 7 };
  if (path.endsWith('/content')) return stored('Spring news');
  if (path === '/api/admin/send-email') return { count: 7, mailingId: ID, send_at: SEND_AT };
  if (method === 'PUT' || path.endsWith('/stop')) return SCHEDULED;
  if (path === '/api/admin/mailings') return { mailings: [SCHEDULED], pagination: PAGINATION };
  return { drafts: [] };
}

function content(subject: string) {
  return { subject, content: '<p>Hello</p>', segment: SEGMENT };
}

function stored(subject: string) {
  const version = { version: 1, edited_by: null, edited_at: null };
  return { ...content(subject), to: namedAddresses, send_at: SEND_AT, ...version };
}

async function openPanel() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <EmailPanel />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.findByLabelText('Subject');
}

const bodyOf = (method: string, path: string) =>
  sent.find((call) => call.method === method && call.path === path)?.body;

it('schedules a mail that begins with a template, after its number is confirmed', async () => {
  const user = userEvent.setup();
  await openPanel();
  await user.selectOptions(await screen.findByLabelText('Template'), 'Weekly');
  await user.click(screen.getByRole('button', { name: 'Use template' }));
  expect(await screen.findByDisplayValue('Weekly news')).toBeTruthy();
  expect(screen.getByLabelText('Membership')).toHaveProperty('value', 'former');
  await user.click(screen.getByRole('checkbox', { name: 'The Mill' }));
  await user.click(screen.getByRole('radio', { name: 'At a time' }));
  screen.getByText(/In your time zone, /);
  await user.click(screen.getByRole('button', { name: 'Send Email' }));
  const dialog = await screen.findByRole('dialog', { name: 'Schedule for 7 people?' });
  within(dialog).getByText(/The recipients are read again then/);
  await user.click(within(dialog).getByRole('button', { name: 'Schedule for 7 people' }));
  await screen.findByText(/Email scheduled for Jan 1, 2999/);
  expect(bodyOf('POST', '/api/admin/send-email')).toMatchObject({
    subject: 'Weekly news',
    segment: { ...SEGMENT, hunts: [HUNT.id] },
    to: null,
    expectCount: 7,
    send_at: expect.stringMatching(/Z$/),
  });
});

it('changes a scheduled mailing from the list', async () => {
  const user = userEvent.setup();
  await openPanel();
  await user.click(await screen.findByRole('button', { name: 'Change Spring news' }));
  const subject = await screen.findByDisplayValue('Spring news');
  screen.getByText('You are changing a scheduled mailing.');
  await user.type(subject, '!');
  await user.click(screen.getByRole('button', { name: 'Send Email' }));
  const dialog = await screen.findByRole('dialog', { name: 'Schedule for 7 people?' });
  await user.click(within(dialog).getByRole('button', { name: 'Schedule for 7 people' }));
  await waitFor(() =>
    expect(bodyOf('PUT', `/api/admin/mailings/${ID}`)).toMatchObject({
      subject: 'Spring news!',
      send_at: SEND_AT,
    }),
  );
  await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveProperty('value', ''));
});

it('shows what another admin has saved since, and overwrites it only on request', async () => {
  const user = userEvent.setup();
  await openPanel();
  await user.click(await screen.findByRole('button', { name: 'Change Spring news' }));
  await user.type(await screen.findByDisplayValue('Spring news'), '!');
  theirs = {
    ...{ ...stored('Their news'), version: 2, edited_at: SEND_AT },
    segment: { ...SEGMENT, region: 'Maine' },
  };
  const confirm = async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Schedule for 7 people?' });
    await user.click(within(dialog).getByRole('button', { name: 'Schedule for 7 people' }));
  };
  await user.click(screen.getByRole('button', { name: 'Send Email' }));
  await confirm();
  const title = 'Someone else has changed this scheduled mailing';
  const conflict = await screen.findByRole('dialog', { name: title });
  within(conflict).getByText('Spring news!');
  within(conflict).getByText('Their news');
  within(conflict).getByText(/region: Maine/);
  await user.click(within(conflict).getByRole('button', { name: 'Keep your version' }));
  await confirm();
  await screen.findByText(/Email scheduled for/);
  const changes = sent.filter(({ path }) => path === `/api/admin/mailings/${ID}`);
  expect(changes).toHaveLength(2);
  expect(changes[1]?.body).toMatchObject({
    subject: 'Spring news!',
    segment: { ...SEGMENT, region: 'Maine' },
  });
});

it('takes what another admin has saved into the form', async () => {
  const user = userEvent.setup();
  await openPanel();
  await user.click(await screen.findByRole('button', { name: 'Change Spring news' }));
  await user.type(await screen.findByDisplayValue('Spring news'), '!');
  theirs = { ...stored('Their news'), version: 2 };
  await user.click(screen.getByRole('button', { name: 'Send Email' }));
  const dialog = await screen.findByRole('dialog', { name: 'Schedule for 7 people?' });
  await user.click(within(dialog).getByRole('button', { name: 'Schedule for 7 people' }));
  await user.click(await screen.findByRole('button', { name: 'Use the saved version' }));
  expect(await screen.findByDisplayValue('Their news')).toBeTruthy();
  screen.getByText('You are changing a scheduled mailing.');
});

it('changes a scheduled mailing to named people without selecting users', async () => {
  namedAddresses = ['ann@example.com', 'bob@example.com'];
  const user = userEvent.setup();
  await openPanel();
  await user.click(await screen.findByRole('button', { name: 'Change Spring news' }));
  await screen.findByText('To 2 addresses');
  expect(renderHook(useSelection).result.current).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send Email' }));
  const dialog = await screen.findByRole('dialog', { name: 'Schedule for 7 people?' });
  await user.click(within(dialog).getByRole('button', { name: 'Schedule for 7 people' }));
  await waitFor(() =>
    expect(bodyOf('PUT', `/api/admin/mailings/${ID}`)).toMatchObject({ to: namedAddresses }),
  );
});

it('requires recipients for a mail to named people whose addresses are not kept', async () => {
  namedAddresses = [];
  const user = userEvent.setup();
  await openPanel();
  await user.click(await screen.findByRole('button', { name: 'Use again Spring news' }));
  await screen.findByText(/^Choose the recipients/);
  const send = screen.getByRole('button', { name: 'Send Email' });
  expect(send).toHaveProperty('disabled', true);
  await user.selectOptions(screen.getByLabelText('Audience'), 'All active verified users');
  expect(screen.queryByText(/^Choose the recipients/)).toBeNull();
  expect(send).toHaveProperty('disabled', false);
});

it('asks before a mail that was started is replaced', async () => {
  const user = userEvent.setup();
  await user.type(await openPanel(), 'My draft');
  await user.click(await screen.findByRole('button', { name: 'Use again Spring news' }));
  const dialog = await screen.findByRole('dialog', { name: 'Replace what you have written?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.getByLabelText('Subject')).toHaveProperty('value', 'My draft');
});

it('cancels a scheduled mailing after a confirmation', async () => {
  const user = userEvent.setup();
  await openPanel();
  await user.click(await screen.findByRole('button', { name: 'Cancel Spring news' }));
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this mailing?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel mailing' }));
  await waitFor(() =>
    expect(sent.some(({ path }) => path === `/api/admin/mailings/${ID}/stop`)).toBe(true),
  );
  await waitFor(() => expect(toastStore.get()?.text).toMatch(/^“Spring news” is stopped/));
});
