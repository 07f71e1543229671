import { NOT_ACCEPTED } from '@cairn/contracts/http/claim-texts.ts';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';

const page = new EventTarget();
vi.stubGlobal('window', page);
// Other files share this process: none may find a browser, and no module one that is not there.
vi.resetModules();
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});
const { forgetClaim, keyOf, readClaim, writeClaim } = await import('./claim-record.ts');
const { openClaimDesk, readClaimState } = await import('./claim-desk.ts');
type ClaimState = ReturnType<typeof readClaimState>;
type Desk = ReturnType<typeof openClaimDesk>;

const HANDLE = 'fern';
type Sent = { code: string; claimKey: string };
type Reply = { status: number; body: object } | 'cut';

let sent: Sent[];
let replies: Reply[];
let desks: Desk[];

const won: Reply = { status: 200, body: { claimId: 'c1', claimSecret: 'k', message: 'm' } };
const refused = (status: number, error: string): Reply => ({ status, body: { error } });

beforeEach(() => {
  vi.useFakeTimers();
  forgetClaim(HANDLE);
  sent = [];
  replies = [];
  desks = [];
  vi.stubGlobal('fetch', async (_path: string, { body = '' }: { body?: string }) => {
    sent.push(JSON.parse(body));
    const reply = replies.shift();
    if (!reply || reply === 'cut') throw new TypeError('no network');
    return new Response(JSON.stringify(reply.body), { status: reply.status });
  });
});

afterEach(() => {
  for (const desk of desks) desk.close();
  vi.useRealTimers();
});

/** A page that shows what it is told. */
function openPage() {
  const shown: { state: ClaimState } = { state: readClaimState(HANDLE) };
  const desk = openClaimDesk(HANDLE, (state) => {
    shown.state = state;
  });
  desks.push(desk);
  return { shown, ...desk };
}

function settle(): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(0);
}

it('P-5.2 keeps its key before it sends, and asks with the same one until there is an answer', async () => {
  replies = ['cut', refused(503, 'down'), won];
  const { shown, send } = openPage();
  send('OAK 77');
  const kept = readClaim(HANDLE);
  expect(kept).toMatchObject({ pendingCode: 'OAK 77', won: null });
  await settle();
  expect(shown.state).toMatchObject({ step: 'sending', isWaiting: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown.state).toMatchObject({ step: 'won', claimId: 'c1', claimSecret: kept?.claimKey });
  expect(sent).toEqual(Array(3).fill({ code: 'OAK 77', claimKey: kept?.claimKey }));
});

it('P-5.2 goes on after a reload with the same key, by itself', async () => {
  const first = openPage();
  first.send('OAK 77');
  await settle();
  first.close();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent).toHaveLength(1);
  replies = [won];
  const { shown } = openPage();
  await settle();
  expect(shown.state.step).toBe('won');
  expect(new Set(sent.map(({ claimKey }) => claimKey)).size).toBe(1);
  expect(readClaimState(HANDLE)).toEqual(shown.state);
});

it('waits longer each time, and not at all once there is reception', async () => {
  const { send } = openPage();
  send('OAK 77');
  await vi.advanceTimersByTimeAsync(600_000);
  const tries = sent.length;
  // 30 s apart at the longest, give or take a quarter.
  expect(tries).toBeGreaterThan(15);
  expect(tries).toBeLessThan(35);
  page.dispatchEvent(new Event('online'));
  await settle();
  expect(sent).toHaveLength(tries + 1);
});

it('tells a refusal, keeps the key for the next code, and forgets the refused one', async () => {
  replies = [refused(422, 'Incorrect code'), won];
  const { shown, send } = openPage();
  send('WRONG');
  await settle();
  expect(shown.state).toMatchObject({ step: 'entering', refusal: { message: 'Incorrect code' } });
  expect(readClaim(HANDLE)?.pendingCode).toBeNull();
  send('OAK 77');
  await settle();
  expect(shown.state.step).toBe('won');
  expect(sent[0]?.claimKey).toBe(sent[1]?.claimKey);
});

it('never takes back what another page of this browser has won meanwhile', async () => {
  replies = [refused(409, 'This hunt is already complete')];
  const { shown, send } = openPage();
  send('WRONG');
  const claimKey = readClaim(HANDLE)?.claimKey ?? '';
  const card = { claimId: 'c9', code: 'OAK 77', at: '2026-06-01T12:00:00.000Z' };
  writeClaim(HANDLE, { claimKey, pendingCode: null, won: card });
  await settle();
  expect(shown.state).toMatchObject({ step: 'won', claimId: 'c9' });
  expect(readClaim(HANDLE)?.won).toEqual(card);
  send('ANOTHER');
  await settle();
  expect(sent).toHaveLength(1);
  expect(readClaim(HANDLE)?.won).toEqual(card);
});

it('hears of it from the page that won, and stops asking', async () => {
  const { shown, send } = openPage();
  send('OAK 77');
  await settle();
  const claimKey = readClaim(HANDLE)?.claimKey ?? '';
  const card = { claimId: 'c9', code: 'OAK 77', at: '2026-06-01T12:00:00.000Z' };
  writeClaim(HANDLE, { claimKey, pendingCode: null, won: card });
  page.dispatchEvent(Object.assign(new Event('storage'), { key: keyOf(HANDLE) }));
  expect(shown.state).toMatchObject({ step: 'won', claimId: 'c9' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent).toHaveLength(1);
});

it('looks again at what was won: only a rejection by staff lets this browser enter another code', async () => {
  const card = { claimId: 'c9', code: 'OAK 77', at: '2026-06-01T12:00:00.000Z' };
  const record = { claimKey: 'a'.repeat(64), pendingCode: null, won: card };
  for (const passing of ['cut', refused(500, ''), refused(404, 'gone')] as const) {
    writeClaim(HANDLE, record);
    replies = [passing];
    const { shown } = openPage();
    await settle();
    expect(shown.state.step).toBe('won');
    expect(readClaim(HANDLE)).toEqual(record);
  }
  replies = [refused(409, NOT_ACCEPTED)];
  const { shown } = openPage();
  await settle();
  expect(shown.state).toMatchObject({ step: 'entering', refusal: { message: NOT_ACCEPTED } });
  expect(readClaim(HANDLE)).toBeNull();
});
