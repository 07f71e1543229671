import type { PaymentIntentResult } from '@stripe/stripe-js';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.hoisted(() => {
  // The modules test for a browser when they load, in a process that other test files share.
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const { beginSession, endSession } = await import('../../lib/session-store.ts');
const { findPending, savePending } = await import('./pending-payments.ts');
const flow = await import('./payment-flow.ts');

type Reply = { status: number; body: unknown } | 'cut';
type SentRequest = { path: string; body: Record<string, unknown> };

const user = {
  ...{ id: 'u1', email: 'a@example.com', firstName: null, lastName: null },
  ...{ isAdmin: false, emailVerified: true, products: [] as string[] },
};
const INTENT = '/api/create-payment-intent';
const RECORD = '/api/record-purchase';
const VERIFY = '/api/auth/verify';

let replies: Map<string, Reply[]>;
let requests: SentRequest[];
let products = 0;
let productId: string;

beforeEach(() => {
  vi.useFakeTimers();
  products += 1;
  productId = `product-${products}`;
  replies = new Map();
  requests = [];
  beginSession('a token', user);
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    requests.push({ path, body: JSON.parse(body ?? '{}') });
    const left = replies.get(path) ?? [];
    const next = left.length > 1 ? left.shift() : left[0];
    if (!next || next === 'cut') throw new TypeError('no network');
    return new Response(JSON.stringify(next.body), { status: next.status });
  });
  answer(INTENT, { status: 200, body: { clientSecret: 'pi_1_secret_x' } });
  answer(VERIFY, { status: 200, body: user });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Answers in this order; the last one repeats. */
function answer(path: string, ...list: Reply[]): void {
  replies.set(path, list);
}

const recorded = (status = 'completed'): Reply => ({
  status: 200,
  body: { purchaseId: 'b1', status },
});
const refused = (status: number): Reply => ({ status, body: { error: `refused ${status}` } });
const succeeds = async () => ({ paymentIntent: { status: 'succeeded' } }) as PaymentIntentResult;
const failsWithoutNetwork = async (): Promise<PaymentIntentResult> => {
  throw new TypeError('no network');
};

function pay(confirmCard: () => Promise<PaymentIntentResult> = succeeds): Promise<void> {
  return flow.pay({ userId: 'u1', email: user.email, productId, cost: 20 }, confirmCard);
}

const phase = () => flow.readPhase(productId);
const pending = () => findPending('u1', productId);
const count = (path: string) => requests.filter((one) => one.path === path).length;
/** Runs everything that is due within `ms`. */
const advance = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

test('a payment creates one intent at the displayed price and leaves nothing pending', async () => {
  answer(RECORD, recorded());
  const seen: string[] = [];
  const unsubscribe = flow.phases.subscribe(() => seen.push(phase().name));
  await pay(async () => {
    expect(pending()).toMatchObject({ paymentIntentId: 'pi_1', isCharged: false });
    return succeeds();
  });
  unsubscribe();
  expect(phase()).toEqual({ name: 'joined', paymentIntentId: 'pi_1' });
  expect(seen).toEqual(['charging', 'joined']);
  expect(requests[0]).toEqual({
    path: INTENT,
    body: { productId, productType: 'hunt', email: user.email, shownPrice: 20 },
  });
  expect(requests[1]).toEqual({ path: RECORD, body: { productId, paymentIntentId: 'pi_1' } });
  expect(pending()).toBeUndefined();
});

test('P-1.5 two clicks create one intent and one confirmation', async () => {
  answer(RECORD, recorded());
  const confirmCard = vi.fn(succeeds);
  await Promise.all([pay(confirmCard), pay(confirmCard)]);
  expect([count(INTENT), confirmCard.mock.calls.length]).toEqual([1, 1]);
});

test('a declined card can be paid again and leaves nothing pending', async () => {
  const error = { type: 'card_error', message: 'Your card was declined.' };
  await pay(async () => ({ error }) as PaymentIntentResult);
  expect(phase()).toEqual({ name: 'ready', problem: 'Your card was declined.' });
  expect(pending()).toBeUndefined();
  answer(RECORD, recorded());
  await pay();
  expect(phase().name).toBe('joined');
});

test('a network failure before the intent keeps an earlier pending charge', async () => {
  savePending({
    userId: 'u1',
    productId,
    paymentIntentId: 'pi_0',
    isCharged: true,
    at: Date.now(),
  });
  answer(INTENT, 'cut');
  await pay();
  expect(phase()).toMatchObject({ name: 'ready', problem: expect.stringContaining('try again') });
  expect(pending()).toMatchObject({ paymentIntentId: 'pi_0', isCharged: true });
});

test('a lost confirmation is checked until the charge is known', async () => {
  answer(RECORD, refused(402));
  const paying = pay(failsWithoutNetwork);
  await advance();
  expect(phase()).toEqual({ name: 'checking', hasFailed: false });
  await advance(60_000);
  await paying;
  expect(phase()).toMatchObject({ name: 'ready', isLost: true });
  expect([count(RECORD), pending()]).toEqual([3, undefined]);

  productId += '-again';
  answer(RECORD, refused(402), recorded());
  const again = pay(failsWithoutNetwork);
  await advance(60_000);
  await again;
  expect(phase().name).toBe('joined');
});

test('a failed recording is reported as one charge, survives a reload and can be retried manually', async () => {
  answer(RECORD, refused(503), refused(503), recorded());
  const paying = pay();
  await advance();
  expect(phase()).toEqual({ name: 'finishing', hasFailed: true });
  expect(pending()).toMatchObject({ paymentIntentId: 'pi_1', isCharged: true });
  flow.retryNow(productId);
  await advance();
  expect(count(RECORD)).toBe(2);
  flow.retryNow(productId);
  await paying;
  expect(phase().name).toBe('joined');
  expect(pending()).toBeUndefined();
});

test('P-1.5 resumes a pending payment after a reload without another charge', async () => {
  const left = {
    userId: 'u1',
    productId,
    paymentIntentId: 'pi_7',
    isCharged: true,
    at: Date.now(),
  };
  savePending(left);
  answer(RECORD, recorded());
  await Promise.all([flow.resume(left), flow.resume(left)]);
  expect(phase()).toEqual({ name: 'joined', paymentIntentId: 'pi_7' });
  expect([count(INTENT), count(RECORD)]).toEqual([0, 1]);
});

test('does not resume a payment that another tab has finished', async () => {
  await flow.resume({ userId: 'u1', productId, paymentIntentId: 'pi_8', isCharged: true, at: 0 });
  expect(phase()).toEqual({ name: 'ready', problem: null });
  expect(requests).toEqual([]);
});

test('a conflict ends as joined for a member and as a problem otherwise', async () => {
  answer(INTENT, refused(409));
  answer(
    VERIFY,
    { status: 200, body: user },
    { status: 200, body: { ...user, products: [productId] } },
  );
  const paying = pay();
  await advance(10_000);
  await paying;
  expect(phase()).toEqual({ name: 'already-joined' });

  productId += '-again';
  answer(VERIFY, { status: 200, body: user });
  const again = pay();
  await advance(10_000);
  await again;
  expect(phase()).toEqual({ name: 'ready', problem: 'refused 409' });
});

test('P-1.5 waits while another tab pays and shows its result', async () => {
  let leave = () => {};
  const otherTab = navigator.locks.request(
    `payment u1 ${productId}`,
    () =>
      new Promise<void>((resolve) => {
        leave = resolve;
      }),
  );
  await advance();
  const paying = pay();
  await vi.waitFor(() => expect(phase()).toEqual({ name: 'other-tab' }), { timeout: 15_000 });
  expect(count(INTENT)).toBe(0);
  answer(VERIFY, { status: 200, body: { ...user, products: [productId] } });
  leave();
  await Promise.all([otherTab, paying]);
  expect(phase()).toEqual({ name: 'already-joined' });
});

test('a reversed payment ends without membership', async () => {
  answer(RECORD, recorded('rejected'));
  await pay();
  expect(phase()).toEqual({
    name: 'ended',
    finish: { outcome: 'reversed', status: 'rejected' },
  });
  flow.dismiss(productId);
  expect(phase()).toEqual({ name: 'ready', problem: null });
});

test('keeps a charge pending when the session ends and resumes it after the next login', async () => {
  answer(RECORD, refused(503));
  const paying = pay();
  await advance();
  endSession('logout');
  await paying;
  expect(phase()).toEqual({ name: 'ready', problem: null });
  expect(pending()).toMatchObject({ isCharged: true });
  beginSession('another token', user);
  answer(RECORD, recorded());
  const left = pending();
  if (left) await flow.resume(left);
  expect(phase().name).toBe('joined');
});

test('keeps an unknown charge pending after a 401', async () => {
  answer(RECORD, refused(401));
  await pay(failsWithoutNetwork);
  expect(phase()).toMatchObject({ name: 'ended', finish: { outcome: 'unknown' } });
  expect(pending()).toMatchObject({ paymentIntentId: 'pi_1' });
});
