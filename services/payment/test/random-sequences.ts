import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stateOf } from '@cairn/contracts/events/purchases.ts';
import type { Answer } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CrashableProcess, startCrashableProcess } from './crashable-process.ts';
import {
  begin,
  type Harness,
  intentIdOf,
  newPlayer,
  type Player,
  periodSince,
  record,
  rowsOf,
  sendWebhook,
  startHarness,
} from './harness.ts';
import { refund } from './purchase-fixtures.ts';
import { type Charge, expectedOf, refundAnswers } from './sequence-model.ts';
import { CRASHABLE, type Step, step, stepOrCrash, WITHOUT_AUTH } from './sequence-steps.ts';
import { whileSlow } from './while-slow.ts';

const BATCH_SIZE = 25;
const SEED = Number(process.env['SEQUENCES_SEED'] ?? Date.now() % 2 ** 31);

type Run = { player: Player; productId: string; open: string | null; charges: Charge[] };

let harness: Harness;
/** Null where no copy is killed. */
let crashable: CrashableProcess | null = null;
let webhookServer: Server;
/** Stripe's webhook events by payment intent. */
const stripeEvents = new Map<string, Stripe.Event[]>();

/**
 * Registers one test that runs random sequences of payment steps against a small model of the
 * charges at Stripe. Webhooks arrive in any order and number, or not at all; with `isCrashing`, one
 * copy of the service is also killed. After one reconciliation the purchases equal the model.
 */
export function testRandomSequences({
  batches,
  isCrashing,
}: {
  batches: number;
  isCrashing: boolean;
}): void {
  beforeAll(() => setUp(isCrashing));
  afterAll(tearDown);
  test(`P-1.1 P-1.2 P-1.5 P-1.6 P-1.7 ${batches * BATCH_SIZE} random sequences, seed ${SEED}`, async () => {
    process.stdout.write(
      `random sequences of payments: ${batches * BATCH_SIZE}, SEQUENCES_SEED=${SEED}\n`,
    );
    const sequences = fc.array(
      fc.array(isCrashing ? stepOrCrash : step, { minLength: 3, maxLength: 9 }),
      { minLength: BATCH_SIZE, maxLength: BATCH_SIZE },
    );
    await fc.assert(fc.asyncProperty(sequences, runBatch), {
      seed: SEED,
      numRuns: batches,
      endOnFailure: true,
    });
    if (crashable) expect(crashable.crashes()).toBeGreaterThan(batches / 4);
  }, 300_000);
}

async function setUp(isCrashing: boolean): Promise<void> {
  harness = await startHarness();
  // This copy records purchases but cannot hand them over: its auth URL refuses connections.
  harness.copies.push(await harness.startCopy({ AUTH_URL: 'http://127.0.0.1:1' }));
  // A finished run, so that reconciliation runs only as a step.
  await harness.pool.query(`INSERT INTO reconciliations (summary) VALUES ('{}')`);
  if (isCrashing) crashable = await startCrashableProcess(harness);
  webhookServer = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      storeEvent(JSON.parse(Buffer.concat(chunks).toString()));
      response.end();
    });
  });
  await new Promise<void>((resolve) => webhookServer.listen(0, '127.0.0.1', resolve));
  const { port } = webhookServer.address() as AddressInfo;
  await harness.sandbox.sendWebhooksTo(`http://127.0.0.1:${port}`);
}

async function tearDown(): Promise<void> {
  await crashable?.stop();
  await harness.stop();
  webhookServer.closeAllConnections();
  await new Promise((resolve) => webhookServer.close(resolve));
}

function storeEvent(event: Stripe.Event): void {
  const object = event.data.object as { id: string; payment_intent?: string };
  const intentId = object.payment_intent ?? object.id;
  stripeEvents.set(intentId, [...(stripeEvents.get(intentId) ?? []), event]);
}

async function runBatch(batch: Step[][]): Promise<void> {
  const since = new Date();
  await crashable?.restart();
  const runs = await Promise.all(batch.map((steps) => runSequence(steps, since)));
  await reconcile(since);
  const states = await Promise.all(runs.map(check));
  await reconcile(since);
  // A second reconciliation changes nothing.
  expect(await Promise.all(runs.map(check))).toEqual(states);
  // Closes the purchases, so that later batches do not synchronise them.
  await harness.pool.query(
    `UPDATE purchases SET status = 'refunded' WHERE status IN ('refund_pending', 'disputed')`,
  );
}

async function runSequence(steps: Step[], since: Date): Promise<Run> {
  const { productId } = harness.addHunt();
  const run: Run = { player: newPlayer(), productId, open: null, charges: [] };
  await runStep(run, { do: 'begin', copy: 0 }, since);
  for (const each of steps) await runStep(run, each, since);
  return run;
}

async function runStep(run: Run, each: Step, since: Date): Promise<void> {
  const url = 'copy' in each ? urlOf(each.copy) : '';
  const charge = run.charges.at(-1);
  switch (each.do) {
    case 'begin': {
      const answering = whileSlow(() => begin({ url }, run.player, run.productId));
      const answer = await unlessKilled(answering, url);
      if (!answer) return;
      expect([200, 409]).toContain(answer.status);
      if (answer.status === 200) run.open = intentIdOf(answer.body);
      return;
    }
    case 'confirm':
      return confirm(run);
    case 'decline':
      if (!run.open) return;
      await confirmWith(run.open, 'pm_card_visa_chargeDeclined').catch(() => {});
      return;
    case 'record': {
      if (!charge) return;
      const body = { productId: run.productId, paymentIntentId: charge.intentId };
      const answering = whileSlow(() => record({ url }, run.player, body));
      const answer = await unlessKilled(answering, url);
      if (answer) expect([200, 202]).toContain(answer.status);
      return;
    }
    case 'webhook':
      return deliver(run, { ...each, url });
    case 'refund at Stripe':
      if (charge && (await succeeds(refundAtStripe(charge)))) charge.isRefunded = true;
      return;
    case 'refund by an admin':
      return refundByAdmin(run, url);
    case 'open a dispute':
      if (!charge || charge.dispute || charge.isRefunded) return;
      await harness.sandbox.dispute(charge.intentId);
      charge.dispute = 'open';
      return;
    case 'close the dispute':
      return closeDispute(charge, each.outcome);
    case 'reconcile':
      await harness.contexts[0]?.reconciliation.run(periodSince(since));
      return;
    case 'kill': {
      await crashable?.restart();
      const answering = runStep(run, each.during, since);
      crashable?.kill(each.crashPoint);
      return answering;
    }
    case 'restart':
      await crashable?.restart();
  }
}

function urlOf(copy: number): string {
  if (copy === CRASHABLE) return crashable?.url() || 'http://127.0.0.1:1';
  return harness.copies[copy]?.url ?? '';
}

/** Null where the process was killed before it answered; its work may or may not be committed. */
async function unlessKilled(answering: Promise<Answer>, url: string): Promise<Answer | null> {
  try {
    return await answering;
  } catch (error) {
    if (harness.copies.some((copy) => copy.url === url)) throw error;
    return null;
  }
}

async function confirm(run: Run): Promise<void> {
  if (!run.open) return;
  const { status } = await confirmWith(run.open, 'pm_card_visa');
  expect(status).toBe('succeeded');
  run.charges.push({ intentId: run.open, isRefunded: false, dispute: null });
  run.open = null;
}

function confirmWith(intentId: string, card: string): Promise<Stripe.PaymentIntent> {
  return harness.sandbox.stripe.paymentIntents.confirm(intentId, { payment_method: card });
}

async function deliver(
  run: Run,
  { which, times, url }: { which: number; times: number; url: string },
): Promise<void> {
  const events = run.charges.flatMap(({ intentId }) => stripeEvents.get(intentId) ?? []);
  const event = events[which % Math.max(1, events.length)];
  if (!event) return;
  // The copy without auth records the purchase and answers 503, so that Stripe delivers again.
  const accepted = url === urlOf(WITHOUT_AUTH) ? [200, 503] : [200];
  const send = () => whileSlow(() => sendWebhook(harness, event, { url }), accepted);
  const answers = await Promise.all(Array.from({ length: times }, () => unlessKilled(send(), url)));
  for (const answer of answers) if (answer) expect(accepted).toContain(answer.status);
}

function refundAtStripe({ intentId }: Charge): Promise<unknown> {
  return harness.sandbox.stripe.refunds.create({ payment_intent: intentId });
}

/** Refunds the newest purchase. Stripe may refuse because of a reversal that payment has not read. */
async function refundByAdmin(run: Run, url: string): Promise<void> {
  const { purchases } = await rowsOf(harness, run.player);
  const purchase = purchases.at(-1);
  if (!purchase) return;
  const charge = run.charges.find(({ intentId }) => intentId === purchase.stripe_payment_intent_id);
  const answer = await unlessKilled(refund(harness, purchase.id, { url }), url);
  // Without an answer: requests the refund at another copy and waits until it is processed.
  const { status } = answer ?? (await refund(harness, purchase.id, { url: urlOf(0) }));
  if (!answer) await processOpenRefunds(purchase.id);
  const isOpen = purchase.status === 'completed';
  if (answer || !isOpen) expect(refundAnswers(isOpen, charge)).toContain(status);
  if (!isOpen && status === 409) return;
  if (charge && charge.dispute !== 'open' && charge.dispute !== 'lost') charge.isRefunded = true;
}

/** Processes the refund requests of one purchase, or all, until none is open. */
async function processOpenRefunds(purchaseId: string | null = null): Promise<void> {
  await waitUntil(async () => {
    const { rowCount } = await harness.pool.query(
      `UPDATE refund_requests SET next_try_at = now()
       WHERE state = 'open' AND ($1::uuid IS NULL OR purchase_id = $1)`,
      [purchaseId],
    );
    if (rowCount === 0) return true;
    await harness.contexts[0]?.refunds.processDue();
    return false;
  });
}

async function closeDispute(charge: Charge | undefined, outcome: 'won' | 'lost'): Promise<void> {
  if (charge?.dispute !== 'open') return;
  const { data } = await harness.sandbox.stripe.disputes.list({ payment_intent: charge.intentId });
  await harness.sandbox.closeDispute(data[0]?.id ?? '', outcome);
  charge.dispute = outcome;
}

async function succeeds(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  );
}

async function reconcile(since: Date): Promise<void> {
  await processOpenRefunds();
  expect(await harness.contexts[0]?.reconciliation.run(periodSince(since))).toMatchObject({
    problems: [],
  });
}

async function check(run: Run) {
  const { purchases, events } = await rowsOf(harness, run.player);
  const statuses: [string, string][] = purchases.map((purchase) => [
    purchase.stripe_payment_intent_id,
    purchase.status,
  ]);
  expect(new Map(statuses)).toEqual(
    new Map(run.charges.map((charge) => [charge.intentId, expectedOf(charge)])),
  );
  expect(statuses).toHaveLength(run.charges.length);
  for (const { id, version, status } of purchases) {
    const own = events.filter(({ data }) => data.purchaseId === id);
    // Each change has one event, in order, and the newest event carries the state.
    expect(own.map(({ data }) => data.version)).toEqual(own.map((_, index) => index + 1));
    expect(own.filter(({ type }) => type === 'purchase.recorded')).toHaveLength(1);
    expect(version).toBe(own.length);
    expect(own.at(-1)?.data).toMatchObject(stateOf(status));
  }
  return { statuses, events: events.map(({ id }) => id) };
}
