import { NOT_ACCEPTED } from '@cairn/contracts/refusal-texts.ts';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';

const page = new EventTarget();
vi.stubGlobal('window', page);
// The modules test for a browser when they load, in a process that other test files share.
vi.resetModules();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});
const { clearClaim, keyOf, readClaim, writeClaim } = await import('./claim-record.ts');
const { startClaimFlow, readClaimState } = await import('./claim-flow.ts');
type ClaimState = ReturnType<typeof readClaimState>;
type Flow = ReturnType<typeof startClaimFlow>;

const HANDLE = 'fern';
type Sent = { code: string; claimKey: string };
type Reply = { status: number; body: object } | 'no-network';

let sent: Sent[];
let replies: Reply[];
let flows: Flow[];

const won: Reply = { status: 200, body: { claimId: 'c1', claimSecret: 'k', message: 'm' } };
const refused = (status: number, error: string): Reply => ({ status, body: { error } });

beforeEach(() => {
  vi.useFakeTimers();
  clearClaim(HANDLE);
  sent = [];
  replies = [];
  flows = [];
  vi.stubGlobal('fetch', async (_path: string, { body = '' }: { body?: string }) => {
    sent.push(JSON.parse(body));
    const reply = replies.shift();
    if (!reply || reply === 'no-network') throw new TypeError('no network');
    return new Response(JSON.stringify(reply.body), { status: reply.status });
  });
});

afterEach(() => {
  for (const flow of flows) flow.close();
  vi.useRealTimers();
});

/** A page that shows the current state. */
function openPage() {
  const shown: { state: ClaimState } = { state: readClaimState(HANDLE) };
  const flow = startClaimFlow(HANDLE, (state) => {
    shown.state = state;
  });
  flows.push(flow);
  return { shown, ...flow };
}

function flush(): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(0);
}

it('P-5.2 stores the claim key before sending and retries with the same key until it gets an answer', async () => {
  replies = ['no-network', refused(503, 'down'), won];
  const { shown, send } = openPage();
  send('OAK 77');
  const stored = readClaim(HANDLE);
  expect(stored).toMatchObject({ pendingCode: 'OAK 77', won: null });
  await flush();
  expect(shown.state).toMatchObject({ step: 'sending', isWaiting: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown.state).toMatchObject({ step: 'won', claimId: 'c1', claimSecret: stored?.claimKey });
  expect(sent).toEqual(Array(3).fill({ code: 'OAK 77', claimKey: stored?.claimKey }));
});

it('P-5.2 resumes after a reload with the same claim key', async () => {
  const first = openPage();
  first.send('OAK 77');
  await flush();
  first.close();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent).toHaveLength(1);
  replies = [won];
  const { shown } = openPage();
  await flush();
  expect(shown.state.step).toBe('won');
  expect(new Set(sent.map(({ claimKey }) => claimKey)).size).toBe(1);
  expect(readClaimState(HANDLE)).toEqual(shown.state);
});

it('backs off up to 30 s and retries immediately when the browser comes online', async () => {
  const { send } = openPage();
  send('OAK 77');
  await vi.advanceTimersByTimeAsync(600_000);
  const tries = sent.length;
  // At most 30 s apart, with a jitter of a quarter.
  expect(tries).toBeGreaterThan(15);
  expect(tries).toBeLessThan(35);
  page.dispatchEvent(new Event('online'));
  await flush();
  expect(sent).toHaveLength(tries + 1);
});

it('shows a refusal, keeps the claim key and clears the refused code', async () => {
  replies = [refused(422, 'Incorrect code'), won];
  const { shown, send } = openPage();
  send('WRONG');
  await flush();
  expect(shown.state).toMatchObject({ step: 'entering', refusal: { message: 'Incorrect code' } });
  expect(readClaim(HANDLE)?.pendingCode).toBeNull();
  send('OAK 77');
  await flush();
  expect(shown.state.step).toBe('won');
  expect(sent[0]?.claimKey).toBe(sent[1]?.claimKey);
});

it('a late refusal does not overwrite a claim that another tab has won', async () => {
  replies = [refused(409, 'This hunt is already complete')];
  const { shown, send } = openPage();
  send('WRONG');
  const claimKey = readClaim(HANDLE)?.claimKey ?? '';
  const card = { claimId: 'c9', code: 'OAK 77', at: '2026-06-01T12:00:00.000Z' };
  writeClaim(HANDLE, { claimKey, pendingCode: null, won: card });
  await flush();
  expect(shown.state).toMatchObject({ step: 'won', claimId: 'c9' });
  expect(readClaim(HANDLE)?.won).toEqual(card);
  send('ANOTHER');
  await flush();
  expect(sent).toHaveLength(1);
  expect(readClaim(HANDLE)?.won).toEqual(card);
});

it('shows the claim that another tab has won and stops retrying', async () => {
  const { shown, send } = openPage();
  send('OAK 77');
  await flush();
  const claimKey = readClaim(HANDLE)?.claimKey ?? '';
  const card = { claimId: 'c9', code: 'OAK 77', at: '2026-06-01T12:00:00.000Z' };
  writeClaim(HANDLE, { claimKey, pendingCode: null, won: card });
  page.dispatchEvent(Object.assign(new Event('storage'), { key: keyOf(HANDLE) }));
  expect(shown.state).toMatchObject({ step: 'won', claimId: 'c9' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent).toHaveLength(1);
});

it('checks a won claim on open; only a rejection by staff allows another code', async () => {
  const card = { claimId: 'c9', code: 'OAK 77', at: '2026-06-01T12:00:00.000Z' };
  const record = { claimKey: 'a'.repeat(64), pendingCode: null, won: card };
  for (const passing of ['no-network', refused(500, ''), refused(404, 'gone')] as const) {
    writeClaim(HANDLE, record);
    replies = [passing];
    const { shown } = openPage();
    await flush();
    expect(shown.state.step).toBe('won');
    expect(readClaim(HANDLE)).toEqual(record);
  }
  replies = [refused(409, NOT_ACCEPTED)];
  const { shown } = openPage();
  await flush();
  expect(shown.state).toMatchObject({ step: 'entering', refusal: { message: NOT_ACCEPTED } });
  expect(readClaim(HANDLE)).toBeNull();
});
