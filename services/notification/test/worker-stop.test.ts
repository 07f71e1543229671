import { randomUUID } from 'node:crypto';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { type BackgroundService, stopWork } from '@cairn/service-kit/lifecycle.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertDelivery } from '../src/deliveries/deliveries.store.ts';
import { type Notification, startNotification } from './harness.ts';
import { clueIn, countStates, seedMembers, seedRecipients } from './recipients.ts';

const batchBegan = Promise.withResolvers<void>();
const batchMayEnd = Promise.withResolvers<void>();
let notification: Notification;

beforeAll(async () => {
  notification = await startNotification({
    provider: {
      send: async () => ({ kind: 'sent', providerMessageId: null }),
      async sendBatch() {
        batchBegan.resolve();
        await batchMayEnd.promise;
        return { kind: 'sent', providerMessageId: null };
      },
    },
  });
});
afterAll(() => notification.stop());

it('P-2.7 P-3.1 a worker that stops takes no mail while its batch is in hand', async () => {
  const { context, worker } = notification;
  const huntId = randomUUID();
  await seedMembers(context.pool, await seedRecipients(context.pool, 2, 'held.example'), huntId);
  await notification.deliver(clueIn(huntId));
  await notification.startWorker();
  await context.dispatcher.dispatch();
  await batchBegan.promise;

  const stopped: BackgroundService[] = [];
  const counted = worker.backgroundServices.map((service) => ({
    ...service,
    async stop() {
      await service.stop();
      stopped.push(service);
    },
  }));
  const stopping = stopWork(counted);
  const others = worker.backgroundServices.filter(({ isConnection }) => !isConnection).length - 1;
  await waitUntil(() => stopped.length === others, {
    what: 'every service but the batch worker to stop',
  });
  await inTransaction(context.pool, (tx) =>
    insertDelivery(tx, {
      eventId: randomUUID(),
      template: 'account_exists',
      userId: null,
      address: 'late@held.example',
      variables: {},
      sealedToken: null,
      expiresAt: null,
      traceparent: null,
    }),
  );
  expect(await context.dispatcher.dispatch()).toBe(1);
  batchMayEnd.resolve();
  await stopping;
  const states = await countStates(context.pool);
  expect(states['sending']).toBeUndefined();
  expect(states).toMatchObject({ pending: 1 });
  const { rows } = await context.pool.query(
    `SELECT DISTINCT state FROM deliveries WHERE batch_id IS NOT NULL`,
  );
  expect(rows).toEqual([{ state: 'sent' }]);
});
