import { inTransaction } from '@cairn/postgres/transaction.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { on } from '../handlers.ts';
import type { RetryPolicy } from '../handling.ts';
import { lockInboxKey } from '../inbox.store.ts';
import { createInbox } from '../inbox.ts';
import { toMessage } from '../message.ts';
import { addEffect, createEffects, effectsOf, eventOf, happened } from './setup.ts';

const database = await createTestDatabase();
const pool = database.poolOf('auth');
await createEffects(pool);
afterAll(() => database.drop());

/** What the handler of an event does besides its effect, by key; whatever it throws. */
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

describe('P-2.2 an event', () => {
  it('is applied once, however often and by however many it is brought', async () => {
    const [one, other] = [inboxWith(atOnce), inboxWith(atOnce)];
    const event = eventOf('many', 1);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).receive(event)),
    );
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(19);
    expect(await effectsOf(pool, 'many')).toEqual([1]);
  });

  it('leaves no trace of its effect where the handler fails', async () => {
    faults.set('fails', () => {
      throw new Error('no');
    });
    expect(await inboxWith(later).receive(eventOf('fails', 1))).toBe('parked');
    expect(await effectsOf(pool, 'fails')).toEqual([]);
    await pool.query('DELETE FROM parked_events');
  });

  it('of a type of the contracts that this service has no handler for is ignored', async () => {
    const event = { ...eventOf('k', 1), type: 'staff.acted' };
    expect(await inboxWith(later).receive(event)).toBe('ignored');
  });
});

describe('the lock of a key', () => {
  it('belongs to one schema: services apply the same event side by side', async () => {
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

describe('P-2.4 a handler that fails', () => {
  it('three times and then works: effect once, later events of its key after it, other keys meanwhile', async () => {
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

  it('is tried again by several copies at once: applied by one, or counted as failed by one', async () => {
    const onceSoon: RetryPolicy = { ...atOnce, waitMs: (n) => (n === 1 ? 0 : 3_600_000) };
    const copies = Array.from({ length: 4 }, () => inboxWith(onceSoon));
    const keys = ['p', 'q', 'r', 's', 't'];
    const tries: string[] = [];
    for (const key of keys) {
      faults.set(key, () => {
        tries.push(key);
        // The first four fail for the first time only, the last one always.
        if (key === 't' || tries.filter((each) => each === key).length === 1) throw new Error('no');
      });
      await copies[0]?.receive(eventOf(key, 1));
    }
    const counts = await Promise.all(copies.map((copy) => copy.retryParked()));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(keys.length);
    // One that fails may be tried by each of them, and leaves nothing; it counts as one failure.
    const worked = tries.filter((key) => key !== 't');
    expect(worked.toSorted().join('')).toBe('ppqqrrss');
    for (const key of keys.slice(0, 4)) expect(await effectsOf(pool, key)).toEqual([1]);
    const { rows } = await pool.query('SELECT key, attempts FROM parked_events');
    expect(rows).toEqual([{ key: 't', attempts: 2 }]);
    await pool.query('DELETE FROM parked_events');
  });

  it('always: a dead letter with its cause, and the later events of its key go on', async () => {
    faults.set('never', (n) => {
      if (n === 1) throw new TypeError('it cannot be');
    });
    const inbox = inboxWith(atOnce);
    const bad = eventOf('never', 1);
    await inbox.receive(bad);
    await inbox.receive(eventOf('never', 2));
    await retryAll(inbox);
    expect(await effectsOf(pool, 'never')).toEqual([2]);
    // Not `duplicate`: a hand-over would take the effect for committed.
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
  ])('by throwing %s is parked, and buried, like any other', async (name, thrown) => {
    faults.set(name, () => {
      throw thrown;
    });
    const inbox = inboxWith(atOnce);
    expect(await inbox.receive(eventOf(name, 1))).toBe('parked');
    await retryAll(inbox);
    expect(await deadLetters()).toHaveLength(1);
  });

  it('in SQL and keeps silent about it has not worked', async () => {
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

  it('by losing its connection is tried again', async () => {
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

  it('does not hold up the retries of other keys', async () => {
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

  it('with 300 events behind it: all of them follow in order as soon as it works, without a wait', async () => {
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

  it('is tried again by one copy at a time', async () => {
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

describe('P-2.4 a message that cannot be handled', () => {
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
  ])('is a dead letter with its cause: %s', async (place, change, cause) => {
    expect(await inbox.receiveMessage({ ...good(), ...change, place })).toBe('dead');
    // The same message again, after a restart before the commit of its offset.
    expect(await inbox.receiveMessage({ ...good(), ...change, place })).toBe('dead');
    const letters = await deadLetters();
    expect(letters).toEqual([{ place, event_id: null, cause: expect.stringMatching(cause) }]);
    expect(await inbox.receiveMessage(good())).toBe('applied');
  });

  it.each([
    ['data that does not fit', { data: { key: 'k' } }, /does not fit/],
    ['no data', { data: null }, /does not fit/],
  ])('is a dead letter that can be told by its event: %s', async (_, change, cause) => {
    const event = { ...eventOf('odd', 1), ...change };
    expect(await inbox.receiveMessage({ ...toMessage(event), place: 'users/0/9' })).toBe('dead');
    expect(await deadLetters()).toEqual([
      { event_id: event.id, place: null, cause: expect.stringMatching(cause) },
    ]);
  });
});
