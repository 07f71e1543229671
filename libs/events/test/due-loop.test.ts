import { createLogger } from '@cairn/service-kit/logger.ts';
import { createMetrics } from '@cairn/service-kit/metrics.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createDueLoop, createDueSignal, type DueLoop } from '../due-loop.ts';
import { createMemoryBus } from '../memory.ts';
import { insertParked } from '../parked-events.store.ts';
import { createRelay } from '../relay.ts';
import { eventOf } from './setup.ts';

const database = await createTestDatabase();
const pool = database.poolOf('auth');
const logger = createLogger('test', 'silent');
const loops: DueLoop[] = [];
/** The fallback must not hide a missing notification or timer. */
const HOUR_MS = 3_600_000;

afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()));
});
afterAll(() => database.drop());

/** Starts a loop whose runs resolve with the given times, and then with null. */
function startLoop(nextMs: (number | null | Error)[], due = createDueSignal()) {
  const state = { runs: 0 };
  const tables = ['parked_events'];
  const options = { name: 'test', logger, due, tables, minIntervalMs: 0, maxWaitMs: HOUR_MS };
  const loop = createDueLoop(options, async () => {
    const next = nextMs[state.runs] ?? null;
    state.runs += 1;
    if (next instanceof Error) throw next;
    return next;
  });
  loops.push(loop);
  loop.start();
  return state;
}

describe('due loop', () => {
  it('runs again when the next row is due', async () => {
    const state = startLoop([10, -50]);
    await waitUntil(() => state.runs === 3);
  });

  it('runs again when a row is written through another connection', async () => {
    const due = createDueSignal();
    const relay = createRelay({
      databaseUrl: database.urlOf('auth'),
      schema: 'auth',
      pool,
      bus: createMemoryBus(),
      logger,
      metrics: createMetrics('test'),
      due,
    });
    const state = startLoop([], due);
    relay.start();
    // Once when the loop starts, and once when the relay's connection is made.
    await waitUntil(() => state.runs === 2 && relay.hasLock());
    const client = await pool.connect();
    const failure = { attempts: 0, nextTryAt: new Date(), error: null };
    await insertParked(client, eventOf('due', 1), failure);
    client.release();
    await waitUntil(() => state.runs === 3);
    await relay.stop();
  });

  it('runs again for its tables and for notifications without a table only', async () => {
    const due = createDueSignal();
    const [state, other] = [startLoop([], due), { wakes: 0 }];
    due.subscribe(() => (other.wakes += 1), ['deliveries']);
    await waitUntil(() => state.runs === 1);
    due.notify('deliveries');
    due.notify('parked_events');
    await waitUntil(() => state.runs === 2);
    expect(other.wakes).toBe(1);
    due.notify();
    await waitUntil(() => state.runs === 3);
    expect(other.wakes).toBe(2);
  });

  it('runs again after a failure when it is notified', async () => {
    const due = createDueSignal();
    const state = startLoop([new Error('not now')], due);
    await waitUntil(() => state.runs === 1);
    due.notify();
    await waitUntil(() => state.runs === 2);
  });

  it('stops while it waits', async () => {
    const state = startLoop([]);
    await waitUntil(() => state.runs === 1);
    await Promise.all(loops.splice(0).map((loop) => loop.stop()));
    expect(state.runs).toBe(1);
  });
});
