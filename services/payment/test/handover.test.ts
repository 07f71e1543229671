import { UpstreamError } from '@cairn/service-kit/errors.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  eventOf,
  type Harness,
  newPlayer,
  pay,
  record,
  rowsOf,
  sendWebhook,
  startHarness,
} from './harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness();
});

beforeEach(() => {
  harness.onHandover.catalog = () => 'applied';
  harness.onHandover.auth = () => 'applied';
});

afterAll(async () => {
  await harness.stop();
});

describe('while catalog or auth does not confirm', () => {
  const failures = {
    'is away': () => {
      throw new UpstreamError('away', { status: 503 });
    },
    'parks the event': () => 'parked' as const,
    'has made the event a dead letter': () => 'dead' as const,
  };

  for (const receiver of ['catalog', 'auth'] as const) {
    test.each(Object.entries(failures))(
      `${receiver} %s: 202, and asking again hands the very same event over`,
      async (name, fail) => {
        const [player, hunt] = [newPlayer(), harness.addHunt()];
        const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
        const claim = { productId: hunt.productId, paymentIntentId };
        harness.onHandover[receiver] = fail;
        const before = await countUnapplied(receiver);
        const first = await record(harness, player, claim);
        const { purchases, events } = await rowsOf(harness, player);
        expect(first).toMatchObject({
          status: 202,
          body: { purchaseId: purchases[0].id, status: 'completed', pending: true },
        });
        expect((await record(harness, player, claim)).status).toBe(202);
        const isAlerted = name !== 'is away';
        expect(await countUnapplied(receiver)).toBe(before + (isAlerted ? 2 : 0));

        harness.onHandover[receiver] = () => 'duplicate';
        const done = await record(harness, player, claim);
        expect(done.status).toBe(200);
        expect(done.body).toEqual({ purchaseId: purchases[0].id, status: 'completed' });
        const copies = harness.handed[receiver].filter(({ key }) => key === player.userId);
        expect(copies.map(({ id }) => id)).toEqual(Array(3).fill(events[0].id));

        await record(harness, player, claim);
        expect(harness.handed[receiver].filter(({ key }) => key === player.userId)).toHaveLength(3);
      },
    );
  }

  test('a webhook is 200 only when everybody has applied the purchase; Stripe’s next try brings that', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    const event = await eventOf(harness, paymentIntentId);
    harness.onHandover.auth = failures['is away'];
    expect((await sendWebhook(harness, event)).status).toBe(503);
    expect((await sendWebhook(harness, event)).status).toBe(503);
    expect((await rowsOf(harness, player)).purchases).toHaveLength(1);
    harness.onHandover.auth = () => 'applied';
    expect((await sendWebhook(harness, event)).status).toBe(200);
    const copies = harness.handed.auth.filter(({ key }) => key === player.userId);
    expect(copies).toHaveLength(3);
    expect(new Set(copies.map(({ id }) => id)).size).toBe(1);
    expect(await rowsOf(harness, player)).toMatchObject({ purchases: [{}], events: [{}] });
  });

  test('a purchase that the webhook recorded while auth was away is handed over when the page asks', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    harness.onHandover.auth = failures['is away'];
    const webhook = await sendWebhook(harness, await eventOf(harness, paymentIntentId));
    expect(webhook.status).toBe(503);
    harness.onHandover.auth = () => 'applied';
    const claim = { productId: hunt.productId, paymentIntentId };
    expect((await record(harness, player, claim)).status).toBe(200);
    const copies = harness.handed.auth.filter(({ key }) => key === player.userId);
    expect(new Set(copies.map(({ id }) => id)).size).toBe(1);
    expect(copies).toHaveLength(2);
  });

  test('with catalog and auth gone the charge is entered and the answer is 202', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    const alone = await harness.startCopy({
      CATALOG_URL: 'http://127.0.0.1:1',
      AUTH_URL: 'http://127.0.0.1:1',
    });
    const claim = { productId: hunt.productId, paymentIntentId };
    const answer = await record(alone, player, claim);
    await alone.stop();
    expect(answer).toMatchObject({ status: 202, body: { status: 'completed', pending: true } });
    expect((await rowsOf(harness, player)).events).toHaveLength(1);
  });
});

describe('money that comes too late or twice', () => {
  test('after the end it is recorded as rejected, opens nothing, and stays so', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const { id: paymentIntentId } = await pay(harness, player, hunt.productId);
    harness.offers.set(hunt.productId, { ...hunt, status: 'complete' });
    const claim = { productId: hunt.productId, paymentIntentId };
    const answer = await record(harness, player, claim);
    harness.offers.set(hunt.productId, hunt);
    expect(answer).toMatchObject({ status: 200, body: { status: 'rejected' } });
    expect(await record(harness, player, claim)).toMatchObject({ status: 200, body: answer.body });
    const webhook = await sendWebhook(harness, await eventOf(harness, paymentIntentId));
    expect(webhook.status).toBe(200);

    const { purchases, events } = await rowsOf(harness, player);
    expect(purchases.map(({ status }) => status)).toEqual(['rejected']);
    expect(events.map(({ type }) => type)).toEqual(['purchase.rejected']);
    expect(harness.handed.catalog.some(({ key }) => key === player.userId)).toBe(false);
    const line = harness.log.map((text) => JSON.parse(text)).find(isRejectionOf(paymentIntentId));
    expect(line).toMatchObject({ level: 'warn', purchaseId: purchases[0].id });
  });

  test('a second charge for one place is rejected, also when both arrive at once', async () => {
    const [player, hunt] = [newPlayer(), harness.addHunt()];
    const first = await pay(harness, player, hunt.productId);
    // As if the first attempt had been taken for canceled although Stripe charged it.
    await harness.pool.query(`UPDATE payment_attempts SET state = 'canceled' WHERE user_id = $1`, [
      player.userId,
    ]);
    const second = await pay(harness, player, hunt.productId);
    expect(second.id).not.toBe(first.id);
    const answers = await Promise.all(
      [first, second, first, second].map(({ id: paymentIntentId }, index) =>
        record({ url: harness.copies[index % 2]?.url ?? '' }, player, {
          productId: hunt.productId,
          paymentIntentId,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { purchases, events } = await rowsOf(harness, player);
    expect(purchases.map(({ status }) => status).sort()).toEqual(['completed', 'rejected']);
    expect(events.map(({ type }) => type).sort()).toEqual([
      'purchase.recorded',
      'purchase.rejected',
    ]);
  });
});

function isRejectionOf(paymentIntentId: string) {
  return (line: Record<string, unknown>) =>
    line['msg'] === 'purchase.rejected' && line['paymentIntentId'] === paymentIntentId;
}

async function countUnapplied(receiver: string): Promise<number> {
  const metric = harness.contexts[0]?.metrics.registry.getSingleMetric(
    'purchase_handovers_unapplied_total',
  );
  const { values = [] } = (await metric?.get()) ?? {};
  return values.find(({ labels }) => labels['receiver'] === receiver)?.value ?? Number.NaN;
}
