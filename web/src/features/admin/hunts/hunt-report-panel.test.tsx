import type { StaffHuntReport } from '@cairn/contracts/http/hunt-reports.ts';
import type { StaffClue, StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { adminKey } from '../api/call-route.ts';
import { dropDraft, readDraft } from '../drafts.ts';
import { cancelUploads } from '../form-drafts.ts';
import { HuntReportPanel } from './hunt-report-panel.tsx';

const HUNT = { id: '0198a2b4-0000-7000-8000-000000000001', title: 'The Fern Hunt' } as StaffHunt;
const CLUE = {
  id: '0198a2b4-0000-7000-8000-000000000002',
  kind: 'clue',
  number: 1,
  title: 'The mill',
  is_published: true,
} as StaffClue;
const REPORT: StaffHuntReport = {
  hunt_id: HUNT.id,
  winner_name: '',
  story_html: '<p>At dawn.</p>',
  solutions: [],
  published_at: null,
  is_publishable: true,
  version: 3,
  edited_by: null,
  edited_at: null,
};
const KEY = `report:${HUNT.id}`;
const THEIRS = { ...REPORT, winner_name: 'Bob', version: 4 };

// The editor needs a layout, which this environment does not have.
vi.mock('../../editor/rich-text-editor.tsx', () => ({
  RichTextEditor: (props: {
    label: string;
    initialHtml: string;
    onChange: (html: string) => void;
  }) => (
    <textarea
      aria-label={props.label}
      defaultValue={props.initialHtml}
      onChange={(event) => props.onChange(event.target.value)}
    />
  ),
}));
beforeEach(() => void stubSaves());
afterEach(() => {
  cleanup();
  dropDraft(KEY);
  cancelUploads();
  vi.unstubAllGlobals();
});

function openPanel(changes: Partial<StaffHuntReport> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(adminKey('hunts', HUNT.id, 'report'), { ...REPORT, ...changes });
  client.setQueryData(adminKey('hunts', HUNT.id, 'clues'), { clues: [CLUE] });
  return render(
    <QueryClientProvider client={client}>
      <HuntReportPanel hunt={HUNT} />
    </QueryClientProvider>,
  );
}

/** Answers saves with the given responses, one after another; other calls fail. */
function stubSaves(...answers: Response[]) {
  const saves: { ifMatch: string | null; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) => {
    const request = new Request(new URL(String(input), 'http://cairn.test'), init);
    const isSave = request.method === 'PUT' && request.url.endsWith('/report');
    const answer = isSave ? answers.shift() : undefined;
    if (!answer) throw new TypeError('no connection');
    saves.push({ ifMatch: request.headers.get('if-match'), body: await request.json() });
    return answer;
  });
  return saves;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const nameField = () => screen.getByLabelText('Winner’s name') as HTMLInputElement;

it.each([
  ['can be published after a verified claim', 'Publish', true, null, false],
  ['cannot be published without a verified claim', 'Publish', false, null, true],
  ['can be unpublished in any state', 'Unpublish', false, '2026-11-22T10:00:00.000Z', false],
] as const)('%s', (_, action, is_publishable, published_at, isDisabled) => {
  openPanel({ is_publishable, published_at });
  const button = screen.getByRole('button', { name: `${action} story and solutions` });
  expect((button as HTMLButtonElement).disabled).toBe(isDisabled);
});

it('keeps unsaved texts as a draft, also when the form is closed', () => {
  const { unmount } = openPanel();
  type('Winner’s name', 'Eve');
  type('Solution of Clue 1: The mill', '<p>The wheel.</p>');
  unmount();
  expect(readDraft(KEY)).toMatchObject({ values: { winner_name: 'Eve' }, base: { version: 3 } });
  openPanel();
  expect(nameField().value).toBe('Eve');
  expect(screen.getByDisplayValue('<p>The wheel.</p>')).toBeDefined();
  press('Discard changes');
  expect(nameField().value).toBe('');
  expect(readDraft(KEY)).toBeNull();
});

it('saves with the version that the edit began with, and has no draft afterwards', async () => {
  const saves = stubSaves(Response.json({ ...REPORT, winner_name: 'Eve', version: 4 }));
  openPanel();
  type('Winner’s name', 'Eve');
  press('Save');
  await screen.findByText('Saved.');
  expect(saves).toEqual([
    { ifMatch: '"3"', body: { winner_name: 'Eve', story_html: '<p>At dawn.</p>', solutions: [] } },
  ]);
  expect(readDraft(KEY)).toBeNull();
});

it('asks which texts to keep after a conflict, and merges those that only one of the two changed', async () => {
  const refusal = { error: 'Someone else', requestId: 'x', current: THEIRS };
  const merged = { ...THEIRS, story_html: '<p>At noon.</p>', version: 5 };
  const saves = stubSaves(Response.json(refusal, { status: 409 }), Response.json(merged));
  openPanel();
  type('The winner’s story', '<p>At noon.</p>');
  press('Save');
  await screen.findByRole('dialog', {
    name: 'Someone else has changed the story of The Fern Hunt',
  });
  press('Keep your version');
  await waitFor(() => expect(saves).toHaveLength(2));
  expect(saves[1]).toEqual({
    ifMatch: '"4"',
    body: { winner_name: 'Bob', story_html: '<p>At noon.</p>', solutions: [] },
  });
  await waitFor(() => expect(nameField().value).toBe('Bob'));
});

it('after a conflict, keeps the solution of a clue that was released after the form was opened', async () => {
  const solutions = [
    { clue_id: '0198a2b4-0000-7000-8000-000000000003', body_html: '<p>The bridge.</p>' },
  ];
  const current = { ...THEIRS, solutions };
  const refusal = { error: 'Someone else', requestId: 'x', current };
  const saves = stubSaves(
    Response.json(refusal, { status: 409 }),
    Response.json({ ...current, version: 5 }),
  );
  openPanel();
  type('The winner’s story', '<p>At noon.</p>');
  press('Save');
  await screen.findByText('The bridge.');
  press('Merge by hand');
  press('Save');
  await waitFor(() => expect(saves).toHaveLength(2));
  expect(saves[1]).toEqual({
    ifMatch: '"4"',
    body: { winner_name: 'Bob', story_html: '<p>At noon.</p>', solutions },
  });
});

it('publishes only the version that was read, and shows what a colleague saved since', async () => {
  const refusal = { error: 'Someone else', requestId: 'x', current: THEIRS };
  const published: (string | null)[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers }: RequestInit = {}) => {
    if (method === 'POST' && path.endsWith('/report/publish')) {
      published.push(new Headers(headers).get('if-match'));
      return Response.json(refusal, { status: 409 });
    }
    const report = published.length > 0 ? THEIRS : REPORT;
    return Response.json(path.endsWith('/report') ? report : { clues: [CLUE] });
  });
  openPanel();
  press('Publish story and solutions');
  press('Publish');
  await screen.findByText('Someone else');
  expect(published).toEqual(['"3"']);
  press('Cancel');
  await waitFor(() => expect(nameField().value).toBe('Bob'));
});
