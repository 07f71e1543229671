import type { PaymentIntentResult } from '@stripe/stripe-js';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';

vi.hoisted(() => {
  // Before the modules are loaded, which look for a browser once, and in a process shared by files.
  vi.resetModules();
  vi.stubGlobal('window', new EventTarget());
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

const { beginSession, endSession } = await import('../session/session-store.ts');
const { findPending, keepPending } = await import('./pending-payments.ts');
const desk = await import('./payment-desk.ts');

type Reply = { status: number; body: unknown } | 'cut';
type Asked = { path: string; body: Record<string, unknown> };

const user = {
  ...{ id: 'u1', email: 'a@example.com', firstName: null, lastName: null },
  ...{ isAdmin: false, emailVerified: true, products: [] as string[] },
};
const INTENT = '/api/create-payment-intent';
const RECORD = '/api/record-purchase';
const VERIFY = '/api/auth/verify';

let replies: Map<string, Reply[]>;
let asked: Asked[];
let products = 0;
let productId: string;

beforeEach(() => {
  vi.useFakeTimers();
  products += 1;
  productId = `product-${products}`;
  replies = new Map();
  asked = [];
  beginSession('a token', user);
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    asked.push({ path, body: JSON.parse(body ?? '{}') });
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

/** In this order; the last one again and again. */
function answer(path: string, ...list: Reply[]): void {
  replies.set(path, list);
}

const recorded = (status = 'completed'): Reply => ({
  status: 200,
  body: { purchaseId: 'b1', status },
});
const refused = (status: number): Reply => ({ status, body: { error: `refused ${status}` } });
const succeeds = async () => ({ paymentIntent: { status: 'succeeded' } }) as PaymentIntentResult;
const isCut = async (): Promise<PaymentIntentResult> => {
  throw new TypeError('no network');
};

function pay(confirmCard: () => Promise<PaymentIntentResult> = succeeds): Promise<void> {
  return desk.pay({ userId: 'u1', email: user.email, productId, cost: 20 }, confirmCard);
}

const phase = () => desk.readPhase(productId);
const pending = () => findPending('u1', productId);
const count = (path: string) => asked.filter((one) => one.path === path).length;
/** Lets everything run that needs no more time than this. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

test('from the press to the entry: one intent at the price that was shown, nothing left behind', async () => {
  answer(RECORD, recorded());
  const seen: string[] = [];
  const unsubscribe = desk.subscribe(() => seen.push(phase().name));
  await pay(async () => {
    expect(pending()).toMatchObject({ paymentIntentId: 'pi_1', isCharged: false });
    return succeeds();
  });
  unsubscribe();
  expect(phase()).toEqual({ name: 'joined', paymentIntentId: 'pi_1' });
  expect(seen).toEqual(['charging', 'joined']);
  expect(asked[0]).toEqual({
    path: INTENT,
    body: { productId, productType: 'hunt', email: user.email, shownPrice: 20 },
  });
  expect(asked[1]).toEqual({ path: RECORD, body: { productId, paymentIntentId: 'pi_1' } });
  expect(pending()).toBeUndefined();
});

test('P-1.5 pressed twice: one intent, one confirmation', async () => {
  answer(RECORD, recorded());
  const confirmCard = vi.fn(succeeds);
  await Promise.all([pay(confirmCard), pay(confirmCard)]);
  expect([count(INTENT), confirmCard.mock.calls.length]).toEqual([1, 1]);
});

test('a refused card can be paid anew, and nothing is remembered of it', async () => {
  const error = { type: 'card_error', message: 'Your card was declined.' };
  await pay(async () => ({ error }) as PaymentIntentResult);
  expect(phase()).toEqual({ name: 'ready', problem: 'Your card was declined.' });
  expect(pending()).toBeUndefined();
  answer(RECORD, recorded());
  await pay();
  expect(phase().name).toBe('joined');
});

test('no network before the intent: nothing is charged, and an earlier charge is not forgotten', async () => {
  keepPending({
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

test('a lost answer of the card provider: asked until it is known, either way', async () => {
  answer(RECORD, refused(402));
  const paying = pay(isCut);
  await pass();
  expect(phase()).toEqual({ name: 'asking', hasFailed: false });
  await pass(60_000);
  await paying;
  expect(phase()).toMatchObject({ name: 'ready', isLost: true });
  expect([count(RECORD), pending()]).toEqual([3, undefined]);

  productId += '-again';
  answer(RECORD, refused(402), recorded());
  const again = pay(isCut);
  await pass(60_000);
  await again;
  expect(phase().name).toBe('joined');
});

test('a failed recording is told as one charge, kept through a reload, and asked again at once by hand', async () => {
  answer(RECORD, refused(503), refused(503), recorded());
  const paying = pay();
  await pass();
  expect(phase()).toEqual({ name: 'finishing', hasFailed: true });
  expect(pending()).toMatchObject({ paymentIntentId: 'pi_1', isCharged: true });
  desk.askNow(productId);
  await pass();
  expect(count(RECORD)).toBe(2);
  desk.askNow(productId);
  await paying;
  expect(phase().name).toBe('joined');
  expect(pending()).toBeUndefined();
});

test('P-1.5 what a reload left is finished without another charge', async () => {
  const left = {
    userId: 'u1',
    productId,
    paymentIntentId: 'pi_7',
    isCharged: true,
    at: Date.now(),
  };
  keepPending(left);
  answer(RECORD, recorded());
  await Promise.all([desk.resume(left), desk.resume(left)]);
  expect(phase()).toEqual({ name: 'joined', paymentIntentId: 'pi_7' });
  expect([count(INTENT), count(RECORD)]).toEqual([0, 1]);
});

test('what another tab has finished meanwhile is not asked for again', async () => {
  await desk.resume({ userId: 'u1', productId, paymentIntentId: 'pi_8', isCharged: true, at: 0 });
  expect(phase()).toEqual({ name: 'ready', problem: null });
  expect(asked).toEqual([]);
});

test('a conflict is an entry where one is a member by now, and a problem otherwise', async () => {
  answer(INTENT, refused(409));
  answer(
    VERIFY,
    { status: 200, body: user },
    { status: 200, body: { ...user, products: [productId] } },
  );
  const paying = pay();
  await pass(10_000);
  await paying;
  expect(phase()).toEqual({ name: 'joined-before' });

  productId += '-again';
  answer(VERIFY, { status: 200, body: user });
  const again = pay();
  await pass(10_000);
  await again;
  expect(phase()).toEqual({ name: 'ready', problem: 'refused 409' });
});

test('P-1.5 while another tab pays, this one waits and follows', async () => {
  let leave = () => {};
  const otherTab = navigator.locks.request(
    `payment u1 ${productId}`,
    () =>
      new Promise<void>((resolve) => {
        leave = resolve;
      }),
  );
  await pass();
  const paying = pay();
  await vi.waitFor(() => expect(phase()).toEqual({ name: 'elsewhere' }));
  expect(count(INTENT)).toBe(0);
  answer(VERIFY, { status: 200, body: { ...user, products: [productId] } });
  leave();
  await Promise.all([otherTab, paying]);
  expect(phase()).toEqual({ name: 'joined-before' });
});

test('money that comes back is no entry, and told as such', async () => {
  answer(RECORD, recorded('rejected'));
  await pay();
  expect(phase()).toEqual({
    name: 'ended',
    finish: { outcome: 'returned', status: 'rejected' },
  });
  desk.dismiss(productId);
  expect(phase()).toEqual({ name: 'ready', problem: null });
});

test('a login that ends in between leaves the charge to the next one', async () => {
  answer(RECORD, refused(503));
  const paying = pay();
  await pass();
  endSession('logout');
  await paying;
  expect(phase()).toEqual({ name: 'ready', problem: null });
  expect(pending()).toMatchObject({ isCharged: true });
  beginSession('another token', user);
  answer(RECORD, recorded());
  const left = pending();
  if (left) await desk.resume(left);
  expect(phase().name).toBe('joined');
});

test('where nobody may ask any more, a charge that is not known stays to be found out', async () => {
  answer(RECORD, refused(401));
  await pay(isCut);
  expect(phase()).toMatchObject({ name: 'ended', finish: { outcome: 'unknown' } });
  expect(pending()).toMatchObject({ paymentIntentId: 'pi_1' });
});
