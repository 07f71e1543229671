import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call } from '@cairn/testing/http.ts';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  begin,
  intentIdOf,
  newPlayer,
  type Player,
  record,
  rowsOf,
  sendWebhook,
  startWorld,
  type World,
} from './world.ts';

// Random sequences against a small model of what Stripe was told: whatever the order, number and
// loss of what reached us, one reconciliation later we say the same as the model.

const BATCHES = 40;
const AT_ONCE = 25;
const SEED = Number(process.env['SEQUENCES_SEED'] ?? Date.now() % 2 ** 31);

/** What a charge is by what was done at Stripe alone. */
type Charge = { intentId: string; isRefunded: boolean; dispute: null | 'open' | 'won' | 'lost' };
type Run = { player: Player; productId: string; open: string | null; charges: Charge[] };

const copy = fc.integer({ min: 0, max: 2 });
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('begin' as const), copy }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('confirm' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('decline' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('record' as const), copy }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('webhook' as const),
      copy,
      which: fc.nat(20),
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund at Stripe' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund by an admin' as const), copy }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('open a dispute' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('close the dispute' as const),
      outcome: fc.constantFrom('won' as const, 'lost' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconcile' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let world: World;
let mailbox: Server;
/** Everything that Stripe told, by intent. */
const told = new Map<string, Stripe.Event[]>();

beforeAll(async () => {
  world = await startWorld();
  // Ends between the record and its handover: auth never answers it.
  world.copies.push(await world.startCopy({ AUTH_URL: 'http://127.0.0.1:1' }));
  mailbox = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      keep(JSON.parse(Buffer.concat(chunks).toString()));
      response.end();
    });
  });
  await new Promise<void>((resolve) => mailbox.listen(0, '127.0.0.1', resolve));
  const { port } = mailbox.address() as AddressInfo;
  await world.sandbox.sendWebhooksTo(`http://127.0.0.1:${port}`);
});

afterAll(async () => {
  await world.stop();
  mailbox.closeAllConnections();
  await new Promise((resolve) => mailbox.close(resolve));
});

function keep(event: Stripe.Event): void {
  const object = event.data.object as { id: string; payment_intent?: string };
  const intentId = object.payment_intent ?? object.id;
  told.set(intentId, [...(told.get(intentId) ?? []), event]);
}

test(`P-1.1 P-1.2 P-1.5 P-1.6 P-1.7 ${BATCHES * AT_ONCE} random sequences, seed ${SEED}`, async () => {
  process.stdout.write(
    `random sequences of payments: ${BATCHES * AT_ONCE}, SEQUENCES_SEED=${SEED}\n`,
  );
  const sequences = fc.array(fc.array(step, { minLength: 3, maxLength: 9 }), {
    minLength: AT_ONCE,
    maxLength: AT_ONCE,
  });
  await fc.assert(fc.asyncProperty(sequences, runBatch), {
    seed: SEED,
    numRuns: BATCHES,
    endOnFailure: true,
  });
}, 300_000);

async function runBatch(batch: Step[][]): Promise<void> {
  const since = new Date();
  const runs = await Promise.all(batch.map((steps) => runSequence(steps, since)));
  await reconcile(since);
  const states = await Promise.all(runs.map(check));
  await reconcile(since);
  // Twice changes nothing.
  expect(await Promise.all(runs.map(check))).toEqual(states);
  // What is over need not be followed by the batches after this one.
  await world.pool.query(
    `UPDATE purchases SET status = 'refunded' WHERE status IN ('refund_pending', 'disputed')`,
  );
}

async function runSequence(steps: Step[], since: Date): Promise<Run> {
  const { productId } = world.addHunt();
  const run: Run = { player: newPlayer(), productId, open: null, charges: [] };
  await take(run, { do: 'begin', copy: 0 }, since);
  for (const each of steps) await take(run, each, since);
  return run;
}

async function take(run: Run, each: Step, since: Date): Promise<void> {
  const url = 'copy' in each ? (world.copies[each.copy]?.url ?? '') : '';
  const charge = run.charges.at(-1);
  switch (each.do) {
    case 'begin': {
      const { status, body } = await begin({ url }, run.player, run.productId);
      expect([200, 409]).toContain(status);
      if (status === 200) run.open = intentIdOf(body);
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
      const claim = { productId: run.productId, paymentIntentId: charge.intentId };
      expect([200, 202]).toContain((await record({ url }, run.player, claim)).status);
      return;
    }
    case 'webhook':
      return deliver(run, { ...each, url });
    case 'refund at Stripe':
      if (charge && (await isTaken(refundAtStripe(charge)))) charge.isRefunded = true;
      return;
    case 'refund by an admin':
      return refundByAdmin(run, url);
    case 'open a dispute':
      if (!charge || charge.dispute || charge.isRefunded) return;
      await world.sandbox.dispute(charge.intentId);
      charge.dispute = 'open';
      return;
    case 'close the dispute':
      return closeDispute(charge, each.outcome);
    case 'reconcile':
      await world.contexts[0]?.reconciliation.run(since);
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
  return world.sandbox.stripe.paymentIntents.confirm(intentId, { payment_method: card });
}

async function deliver(
  run: Run,
  { which, times, url }: { which: number; times: number; url: string },
): Promise<void> {
  const events = run.charges.flatMap(({ intentId }) => told.get(intentId) ?? []);
  const event = events[which % Math.max(1, events.length)];
  if (!event) return;
  const answers = await Promise.all(
    Array.from({ length: times }, () => sendWebhook(world, event, { url })),
  );
  // The copy that cannot reach auth records, and asks Stripe to come again.
  const accepted = url === world.copies[2]?.url ? [200, 503] : [200];
  for (const { status } of answers) expect(accepted).toContain(status);
}

function refundAtStripe({ intentId }: Charge): Promise<unknown> {
  return world.sandbox.stripe.refunds.create({ payment_intent: intentId });
}

/** Of the newest purchase. What we do not know of yet may make Stripe refuse. */
async function refundByAdmin(run: Run, url: string): Promise<void> {
  const { purchases } = await rowsOf(world, run.player);
  const purchase = purchases.at(-1);
  if (!purchase) return;
  const charge = run.charges.find(({ intentId }) => intentId === purchase.stripe_payment_intent_id);
  const { status } = await call(`${url}/internal/purchases/${purchase.id}/refund`, {
    json: { adminId: 'admin', reason: 'A sequence' },
    isInternal: true,
  });
  if (purchase.status !== 'completed') return expect(status).toBe(409);
  expect(status).toBe(200);
  if (charge && charge.dispute !== 'open' && charge.dispute !== 'lost') charge.isRefunded = true;
}

async function closeDispute(charge: Charge | undefined, outcome: 'won' | 'lost'): Promise<void> {
  if (charge?.dispute !== 'open') return;
  const { data } = await world.sandbox.stripe.disputes.list({ payment_intent: charge.intentId });
  await world.sandbox.closeDispute(data[0]?.id ?? '', outcome);
  charge.dispute = outcome;
}

async function isTaken(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  );
}

async function reconcile(since: Date): Promise<void> {
  const [one] = world.contexts;
  await world.pool.query(`UPDATE refund_requests SET next_try_at = now() WHERE state = 'open'`);
  await one?.refunds.makeDue();
  expect(await one?.reconciliation.run(since)).toMatchObject({ problems: [] });
}

async function check(run: Run) {
  const { purchases, events } = await rowsOf(world, run.player);
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
    // Each change was told once, in order, and the newest event says whether there is a place.
    expect(own.map(({ data }) => data.version)).toEqual(own.map((_, index) => index + 1));
    expect(own.filter(({ type }) => type === 'purchase.recorded')).toHaveLength(1);
    expect(version).toBe(own.length);
    expect(hasPlaceBy(own.at(-1))).toBe(status === 'completed');
  }
  return { statuses, events: events.map(({ id }) => id) };
}

function expectedOf({ isRefunded, dispute }: Charge): string {
  if (isRefunded) return 'refunded';
  return dispute === 'open' || dispute === 'lost' ? 'disputed' : 'completed';
}

function hasPlaceBy({ type, data }: { type: string; data: { outcome?: string } }): boolean {
  if (type === 'purchase.recorded') return true;
  return type === 'purchase.refunded' ? data.outcome === 'failed' : data.outcome === 'won';
}
