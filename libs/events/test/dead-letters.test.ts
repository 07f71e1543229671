import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createInbox } from '../consumer.ts';
import { replayDeadLetters } from '../dead-letters.ts';
import { on } from '../handlers.ts';
import { toMessage } from '../message.ts';
import { addEffect, createEffects, effectsOf, eventOf, happened } from './setup.ts';

const database = await createTestDatabase();
const pool = database.poolOf('auth');
await createEffects(pool);
afterAll(() => database.drop());

let isBroken = false;
const inbox = createInbox({
  pool,
  logger: createLogger('test', 'silent'),
  retries: { maxAttempts: 2, waitMs: () => 0 },
  handlers: [
    on(happened, async (tx, data) => {
      if (isBroken) throw new Error('broken');
      await addEffect(tx, data);
    }),
  ],
});

beforeEach(async () => {
  isBroken = false;
  await pool.query('DELETE FROM dead_letters');
});

async function retryAll(): Promise<void> {
  let count: number;
  do count = await inbox.retryParked();
  while (count > 0);
}

async function deadLetter(key: string, ...numbers: number[]): Promise<void> {
  isBroken = true;
  for (const n of numbers) await inbox.receive(eventOf(key, n));
  await retryAll();
  isBroken = false;
}

async function runCommand(...args: string[]): Promise<{ code: number; out: string }> {
  const program = fileURLToPath(new URL('../dead-letters-cli.ts', import.meta.url));
  const databases = JSON.stringify({
    auth: database.urlOf('auth'),
    catalog: database.urlOf('catalog'),
  });
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DEAD_LETTER_DATABASES: databases },
  });
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, out: out + errors };
}

describe('P-2.4 dead-letter replay', () => {
  it('applies each dead letter once and in order when repeated', async () => {
    await deadLetter('again', 1, 2);
    expect(await effectsOf(pool, 'again')).toEqual([]);
    expect(await replayDeadLetters(pool)).toHaveLength(2);
    expect(await replayDeadLetters(pool)).toEqual([]);
    await retryAll();
    expect(await replayDeadLetters(pool)).toEqual([]);
    await retryAll();
    expect(await effectsOf(pool, 'again')).toEqual([1, 2]);
  });

  it('applies each dead letter once when run concurrently', async () => {
    await deadLetter('people', 1, 2, 3);
    await Promise.all(Array.from({ length: 5 }, () => replayDeadLetters(pool)));
    await Promise.all([retryAll(), retryAll()]);
    expect(await effectsOf(pool, 'people')).toEqual([1, 2, 3]);
  });

  it('is a no-op for an event that was applied in the meantime', async () => {
    const event = eventOf('applied-in-between', 1);
    await inbox.receive(event);
    await pool.query(
      'INSERT INTO dead_letters (event_id, topic, cause, envelope) VALUES ($1, $2, $3, $4)',
      [event.id, event.topic, 'by hand', JSON.stringify(event)],
    );
    expect(await replayDeadLetters(pool)).toHaveLength(1);
    await retryAll();
    expect(await effectsOf(pool, 'applied-in-between')).toEqual([1]);
    expect((await pool.query('SELECT 1 FROM parked_events')).rowCount).toBe(0);
  });

  it('creates a dead letter again if the event still fails', async () => {
    await deadLetter('still', 1);
    isBroken = true;
    await replayDeadLetters(pool);
    await retryAll();
    expect((await pool.query('SELECT cause FROM dead_letters')).rows).toEqual([
      { cause: 'failed 2 times: Error: broken' },
    ]);
  });

  it('returns invalid events to dead letters at once without blocking later events of the key', async () => {
    const inboxWithLongBackOff = createInbox({
      pool,
      logger: createLogger('test', 'silent'),
      retries: { maxAttempts: 15, waitMs: () => 3_600_000 },
      handlers: [on(happened, addEffect)],
    });
    const dead = [
      { ...eventOf('lasting', 1), version: 9 },
      { ...eventOf('lasting', 2), data: { key: 'lasting', n: 'two' } },
      { ...eventOf('lasting', 3), type: 'test.forgotten' },
      eventOf('lasting', 4),
    ];
    for (const event of dead) {
      await pool.query(
        'INSERT INTO dead_letters (event_id, topic, cause, envelope) VALUES ($1, $2, $3, $4)',
        [event.id, event.topic, 'before', JSON.stringify(event)],
      );
    }
    expect(await replayDeadLetters(pool)).toHaveLength(4);
    for (const _ of dead) await inboxWithLongBackOff.retryParked();
    expect(await effectsOf(pool, 'lasting')).toEqual([4]);
    const { rows } = await pool.query('SELECT cause FROM dead_letters ORDER BY id');
    expect(rows).toEqual([
      { cause: expect.stringMatching(/^test\.happened does not fit its schema/) },
    ]);
    const { rows: parked } = await pool.query(
      `SELECT envelope->>'type' AS type, is_unknown FROM parked_events ORDER BY position`,
    );
    expect(parked).toEqual([
      { type: 'test.happened', is_unknown: true },
      { type: 'test.forgotten', is_unknown: true },
    ]);
    await pool.query('DELETE FROM parked_events');
  });

  it('keeps unreadable messages and replays those that have become readable', async () => {
    const readable = toMessage(eventOf('mended', 1));
    await inbox.receiveMessage({ ...readable, value: Buffer.from('{'), place: 'users/0/1' });
    await inbox.receiveMessage({ ...readable, value: Buffer.from('{'), place: 'users/0/2' });
    // Simulates a release that can parse the message.
    await pool.query(`UPDATE dead_letters SET raw_value = $1 WHERE place = 'users/0/2'`, [
      readable.value,
    ]);
    expect(await replayDeadLetters(pool)).toHaveLength(1);
    await retryAll();
    expect(await effectsOf(pool, 'mended')).toEqual([1]);
    expect((await pool.query('SELECT place FROM dead_letters')).rows).toEqual([
      { place: 'users/0/1' },
    ]);
  });
});

describe('P-2.4 dead-letters command', () => {
  it('lists, replays one id, replays the rest, and prints the result', async () => {
    await deadLetter('command', 1, 2);
    const list = await runCommand('list');
    expect(list).toMatchObject({ code: 0 });
    expect(list.out).toMatch(/^auth: 2\n.*test\.happened.*failed 2 times: Error: broken\n/);
    expect(list.out).toMatch(/^catalog: 0$/m);
    const [first] = /^ {2}(\d+)/m.exec(list.out)?.slice(1) ?? [];
    expect(await runCommand('replay', 'auth', String(first))).toEqual({
      code: 0,
      out: `auth: 1 brought back: ${first}\n`,
    });
    await retryAll();
    expect(await effectsOf(pool, 'command')).toEqual([1]);
    expect((await runCommand('replay', 'auth')).out).toMatch(/^auth: 1 brought back/);
    expect(await runCommand('replay', 'auth')).toEqual({ code: 0, out: 'auth: 0 brought back\n' });
    await retryAll();
    expect(await effectsOf(pool, 'command')).toEqual([1, 2]);
  });

  it.each([[[]], [['replay']], [['replay', 'unknown']], [['list', 'constructor']], [['erase']]])(
    'prints its usage for %j',
    async (args) => {
      const { code, out } = await runCommand(...args);
      expect(code).toBe(2);
      expect(out).toMatch(/^usage: .*\nservices: auth, catalog\n$/);
    },
  );
});
