import { defineEvent } from '@cairn/contracts/events/define-event.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createInbox } from '../consumer.ts';
import { type EventHandler, on } from '../handlers.ts';
import { toMessage } from '../message.ts';
import { countUnknown } from '../parked-events.store.ts';
import { purgeEvents } from '../purge.ts';
import { addEffect, createEffects, effectsOf, eventOf, happened } from './setup.ts';

const database = await createTestDatabase();
const pool = database.poolOf('auth');
const logger = createLogger('test', 'silent');
await createEffects(pool);
afterAll(() => database.drop());

function inboxWith(handler: EventHandler) {
  const retries = { maxAttempts: 4, waitMs: () => 0 };
  return createInbox({ pool, handlers: [handler], logger, retries });
}

describe('P-2.4 P-8.2 event of an unknown type or version', () => {
  const newer = defineEvent({ ...happened, type: 'test.newer' });
  const newerVersion = defineEvent({ ...happened, version: 2 });

  it.each([
    ['type', newer],
    ['version', newerVersion],
  ])('is parked by an old copy and applied once by a new one: %s', async (name, definition) => {
    const old = inboxWith(on(happened, addEffect));
    const current = inboxWith(on(definition, addEffect));
    const event = makeEvent(definition, { key: `unknown-${name}`, n: 1 });
    const message = { ...toMessage(event), place: `users/0/${name}` };
    expect(await old.receiveMessage(message)).toBe('parked');
    expect(await old.receiveMessage(message)).toBe('parked');
    expect(await old.retryParked()).toBe(0);
    expect(await effectsOf(pool, `unknown-${name}`)).toEqual([]);
    expect((await pool.query('SELECT FROM dead_letters')).rowCount).toBe(0);
    expect(await current.retryParked()).toBe(1);
    expect(await effectsOf(pool, `unknown-${name}`)).toEqual([1]);
    expect(await current.receiveMessage(message)).toBe('duplicate');
  });

  it('blocks no later event of its key, and is deleted after 30 days', async () => {
    const inbox = inboxWith(on(happened, addEffect));
    await inbox.receive(makeEvent(newer, { key: 'unheld', n: 1 }));
    expect(await inbox.receive(eventOf('unheld', 2))).toBe('applied');
    const setAge = (days: number) =>
      pool.query('UPDATE parked_events SET parked_at = now() - make_interval(days => $1)', [days]);
    await setAge(29);
    await purgeEvents(pool, logger);
    expect(await countUnknown(pool)).toBe(1);
    await setAge(31);
    await purgeEvents(pool, logger);
    expect(await countUnknown(pool)).toBe(0);
  });
});
