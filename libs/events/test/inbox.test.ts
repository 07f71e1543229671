import { inTransaction } from '@cairn/postgres/transaction.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createInbox } from '../consumer.ts';
import { on, type RetryPolicy } from '../handlers.ts';
import { lockInboxKey } from '../inbox.store.ts';
import { toMessage } from '../message.ts';
import { addEffect, createEffects, effectsOf, eventOf, happened } from './setup.ts';

const database = await createTestDatabase();
const pool = database.poolOf('auth');
await createEffects(pool);
afterAll(() => database.drop());

/** What the event handler does besides its effect, by key; it may throw any value. */
const faults = new Map<string, (n: number) => unknown>();
const atOnce: RetryPolicy = { maxAttempts: 4, waitMs: () => 0 };
const later: RetryPolicy = { maxAttempts: 4, waitMs: () => 3_600_000 };

function inboxWith(retries: RetryPolicy) {
  const handler = on(happened, async (tx, data) => {
    await addEffect(tx, data);
    await faults.get(data.key)?.(data.n);
  });
  return createInbox({
    pool,
    handlers: [handler],
    logger: createLogger('test', 'silent'),
    retries,
  });
}

async function retryAll(inbox: ReturnType<typeof inboxWith>): Promise<number> {
  let rounds = 0;
  while ((await inbox.retryParked()) > 0) rounds += 1;
  return rounds;
}

async function deadLetters(): Promise<{ event_id: string; cause: string; place: string }[]> {
  const { rows } = await pool.query('SELECT event_id, cause, place FROM dead_letters ORDER BY id');
  await pool.query('DELETE FROM dead_letters');
  return rows;
}

describe('P-2.2 inbox', () => {
  it('applies an event once under repeated and concurrent delivery', async () => {
    const [one, other] = [inboxWith(atOnce), inboxWith(atOnce)];
    const event = eventOf('many', 1);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).receive(event)),
    );
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(19);
    expect(await effectsOf(pool, 'many')).toEqual([1]);
  });

  it('rolls back the effect of a handler that fails', async () => {
    faults.set('fails', () => {
      throw new Error('no');
    });
    expect(await inboxWith(later).receive(eventOf('fails', 1))).toBe('parked');
    expect(await effectsOf(pool, 'fails')).toEqual([]);
    await pool.query('DELETE FROM parked_events');
  });

  it('ignores a contract event that this service has no handler for', async () => {
    const event = { ...eventOf('k', 1), type: 'staff.acted' };
    expect(await inboxWith(later).receive(event)).toBe('ignored');
  });
});

describe('inbox key lock', () => {
  it('is scoped to a schema: services apply the same event concurrently', async () => {
    const event = eventOf('both', 1);
    await inTransaction(pool, async (inAuth) => {
      await lockInboxKey(inAuth, event);
      await inTransaction(database.poolOf('catalog'), async (inCatalog) => {
        await inCatalog.query("SET LOCAL lock_timeout = '1s'");
        await lockInboxKey(inCatalog, event);
      });
    });
  });
});

describe('P-2.4 failing handler', () => {
  it('fails three times, then applies the effect once, later events of its key after it, other keys without delay', async () => {
    let failures = 0;
    faults.set('slow', (n) => {
      if (n === 1 && failures++ < 3) throw new Error('not yet');
    });
    const inbox = inboxWith(atOnce);
    const outcomes = [];
    for (const n of [1, 2, 3]) outcomes.push(await inbox.receive(eventOf('slow', n)));
    expect(outcomes).toEqual(['parked', 'parked', 'parked']);
    expect(await inbox.receive(eventOf('other', 1))).toBe('applied');
    await retryAll(inbox);
    expect(await effectsOf(pool, 'slow')).toEqual([1, 2, 3]);
    expect(failures).toBe(4);
    expect(await inbox.receive(eventOf('slow', 4))).toBe('applied');
  });

  it('several copies retry an event: one applies it or counts one failure', async () => {
    const onceSoon: RetryPolicy = { ...atOnce, waitMs: (n) => (n === 1 ? 0 : 3_600_000) };
    const copies = Array.from({ length: 4 }, () => inboxWith(onceSoon));
    const keys = ['p', 'q', 'r', 's', 't'];
    const tries: string[] = [];
    for (const key of keys) {
      faults.set(key, () => {
        tries.push(key);
        // The first four fail on the first attempt only, the last one always.
        if (key === 't' || tries.filter((each) => each === key).length === 1) throw new Error('no');
      });
      await copies[0]?.receive(eventOf(key, 1));
    }
    const counts = await Promise.all(copies.map((copy) => copy.retryParked()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(keys.length);
    // Each copy may attempt the failing event; only one failure is counted.
    const worked = tries.filter((key) => key !== 't');
    expect(worked.toSorted().join('')).toBe('ppqqrrss');
    for (const key of keys.slice(0, 4)) expect(await effectsOf(pool, key)).toEqual([1]);
    const { rows } = await pool.query('SELECT key, attempts FROM parked_events');
    expect(rows).toEqual([{ key: 't', attempts: 2 }]);
    await pool.query('DELETE FROM parked_events');
  });

  it('event becomes a dead letter with its cause after the last attempt, and later events of its key proceed', async () => {
    faults.set('never', (n) => {
      if (n === 1) throw new TypeError('it cannot be');
    });
    const inbox = inboxWith(atOnce);
    const bad = eventOf('never', 1);
    await inbox.receive(bad);
    await inbox.receive(eventOf('never', 2));
    await retryAll(inbox);
    expect(await effectsOf(pool, 'never')).toEqual([2]);
    // Not `duplicate`: a hand-over would treat the effect as committed.
    expect(await inbox.receive(bad)).toBe('dead');
    expect(await deadLetters()).toEqual([
      { event_id: bad.id, place: null, cause: 'failed 4 times: TypeError: it cannot be' },
    ]);
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a text with a NUL', 'a\0b'],
    ['an error with a NUL', new Error('a\0b')],
    ['an object without a prototype', Object.create(null)],
    ['a text of a megabyte', 'x'.repeat(1_000_000)],
  ])('event is parked and dead-lettered when the handler throws %s', async (name, thrown) => {
    faults.set(name, () => {
      throw thrown;
    });
    const inbox = inboxWith(atOnce);
    expect(await inbox.receive(eventOf(name, 1))).toBe('parked');
    await retryAll(inbox);
    expect(await deadLetters()).toHaveLength(1);
  });

  it('event is parked when the handler swallows an SQL error', async () => {
    const handler = on(happened, async (tx, data) => {
      await addEffect(tx, data);
      await tx.query('SELECT no_such_column').catch(() => {});
    });
    const logger = createLogger('test', 'silent');
    const inbox = createInbox({ pool, handlers: [handler], logger, retries: atOnce });
    expect(await inbox.receive(eventOf('silent', 1))).toBe('parked');
    await retryAll(inbox);
    expect(await effectsOf(pool, 'silent')).toEqual([]);
    expect(await deadLetters()).toHaveLength(1);
  });

  it('event is retried when the handler loses its connection', async () => {
    let kills = 0;
    const handler = on(happened, async (tx, data) => {
      await addEffect(tx, data);
      if (kills++ < 2) await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    const logger = createLogger('test', 'silent');
    const inbox = createInbox({ pool, handlers: [handler], logger, retries: atOnce });
    expect(await inbox.receive(eventOf('cut', 1))).toBe('parked');
    await retryAll(inbox);
    expect(await effectsOf(pool, 'cut')).toEqual([1]);
  });

  it('does not delay the retries of other keys', async () => {
    faults.set('first', () => {
      throw new Error('always');
    });
    let failed = false;
    faults.set('second', () => {
      if (!failed) {
        failed = true;
        throw new Error('once');
      }
    });
    const inbox = inboxWith({
      maxAttempts: 9,
      waitMs: (attempts) => (attempts > 1 ? 3_600_000 : 0),
    });
    await inbox.receive(eventOf('first', 1));
    await inbox.receive(eventOf('second', 1));
    await retryAll(inbox);
    expect(await effectsOf(pool, 'second')).toEqual([1]);
    await pool.query('DELETE FROM parked_events');
  });

  it('300 later events of the key are applied in order without a wait once the handler succeeds', async () => {
    let isBroken = true;
    faults.set('queue', () => {
      if (isBroken) throw new Error('not yet');
    });
    const inbox = inboxWith({ maxAttempts: 9, waitMs: () => 0 });
    const numbers = Array.from({ length: 300 }, (_, index) => index);
    for (const n of numbers) await inbox.receive(eventOf('queue', n));
    isBroken = false;
    expect(await retryAll(inbox)).toBe(300);
    expect(await effectsOf(pool, 'queue')).toEqual(numbers);
  });

  it('only one copy at a time retries an event', async () => {
    let runs = 0;
    faults.set('copies', () => {
      runs += 1;
      if (runs === 1) throw new Error('once');
    });
    const copies = [inboxWith(atOnce), inboxWith(atOnce), inboxWith(atOnce)];
    await copies[0]?.receive(eventOf('copies', 1));
    await Promise.all(copies.map(retryAll));
    expect(runs).toBe(2);
    expect(await effectsOf(pool, 'copies')).toEqual([1]);
  });
});

describe('P-2.4 unprocessable message', () => {
  const inbox = inboxWith(later);
  const good = () => ({ ...toMessage(eventOf('fine', 1)), place: 'users/0/0' });

  it.each([
    ['malformed JSON', { value: Buffer.from('{"key":') }, /JSON/],
    ['random bytes', { value: Buffer.from([0, 255, 254, 0, 1]) }, /CloudEvent/],
    ['a null value', { value: null }, /null/],
    ['5 MB', { value: Buffer.alloc(5_000_000, 'x') }, /5000000 bytes/],
    ['a NUL in its data', { value: Buffer.from('{"key":"k","n":1,"text":"\\u0000"}') }, /Postgres/],
    ['a NUL in its headers', { headers: { 'x\0': 'y\0' } }, /CloudEvent/],
    [
      'bottomless nesting',
      { value: Buffer.from('['.repeat(400_000) + ']'.repeat(400_000)) },
      /Postgres/,
    ],
  ])('becomes a dead letter with its cause: %s', async (place, change, cause) => {
    expect(await inbox.receiveMessage({ ...good(), ...change, place })).toBe('dead');
    // Redelivered, as after a restart before the offset commit.
    expect(await inbox.receiveMessage({ ...good(), ...change, place })).toBe('dead');
    const letters = await deadLetters();
    expect(letters).toEqual([{ place, event_id: null, cause: expect.stringMatching(cause) }]);
    expect(await inbox.receiveMessage(good())).toBe('applied');
  });

  it.each([
    ['data that does not match the schema', { data: { key: 'k' } }, /does not fit/],
    ['no data', { data: null }, /does not fit/],
  ])("becomes a dead letter with the event's id: %s", async (_, change, cause) => {
    const event = { ...eventOf('odd', 1), ...change };
    expect(await inbox.receiveMessage({ ...toMessage(event), place: 'users/0/9' })).toBe('dead');
    expect(await deadLetters()).toEqual([
      { event_id: event.id, place: null, cause: expect.stringMatching(cause) },
    ]);
  });
});
