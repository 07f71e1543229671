import { defineEvent } from '@cairn/contracts/events/define-event.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createMetrics } from '@cairn/service-kit/metrics.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { deliver } from '@cairn/testing/drain.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createConsumer } from '../consumer.ts';
import { type EventHandler, on } from '../handlers.ts';
import { createMemoryBus } from '../memory.ts';
import { addEffect, createEffects, effectsOf, eventOf, happened } from './setup.ts';

const database = await createTestDatabase();
const pool = database.poolOf('auth');
await createEffects(pool);
afterAll(() => database.drop());

function consumerWith(handlers: EventHandler[]) {
  const bus = createMemoryBus();
  const metrics = createMetrics('test');
  const consumer = createConsumer({
    service: 'test',
    subscriptions: [happened],
    handlers,
    pool,
    bus,
    metrics,
    logger: createLogger('test', 'silent'),
    retries: { maxAttempts: 99, waitMs: () => 10 },
  });
  return { bus, consumer, metrics };
}

describe('consumer', () => {
  const handler = on(happened, addEffect);
  const other = defineEvent({ ...happened, type: 'test.other', schema: happened.schema });

  it.each([
    ['none', []],
    ['two', [handler, handler]],
    ['undeclared', [handler, on(other, addEffect)]],
  ])('refuses to start with handlers per event: %s', (_, handlers) => {
    expect(() => consumerWith(handlers)).toThrow(/handler|declared/);
  });

  it('retries parked events in the background, counts outcomes, and stops', async () => {
    let isBroken = true;
    const { bus, consumer, metrics } = consumerWith([
      on(happened, async (tx, data) => {
        if (isBroken) throw new Error('not yet');
        await addEffect(tx, data);
      }),
    ]);
    consumer.start();
    for (const n of [1, 2]) await deliver(bus, eventOf('retried', n));
    expect(await metrics.registry.metrics()).toMatch(/^events_parked\{service="test"\} 2$/m);
    isBroken = false;
    await waitUntil(async () => (await effectsOf(pool, 'retried')).length === 2);
    await deliver(bus, eventOf('retried', 3));
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^events_parked\{service="test"\} 0$/m);
    expect(text).toMatch(/^events_received_total\{outcome="parked",service="test"\} 2$/m);
    expect(text).toMatch(/^events_received_total\{outcome="applied",service="test"\} 1$/m);
    expect(text).toMatch(/^dead_letters\{service="test"\} 0$/m);
    await consumer.stop();
    await deliver(bus, eventOf('retried', 4));
    expect(await effectsOf(pool, 'retried')).toEqual([1, 2, 3]);
  });
});
