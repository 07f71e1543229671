import { huntCluePublished } from '@cairn/contracts/events/hunts.ts';
import { listStaffClues } from '@cairn/contracts/http/staff-hunts.ts';
import { createMetrics } from '@cairn/service-kit/metrics.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { call } from '@cairn/testing/http.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { announceNextClue } from '../src/clues/announcements.service.ts';
import { createAnnouncer } from '../src/clues/announcer.ts';
import { bodyOf, makeClue, makeHunt, type Staff, staffOf } from './staff.ts';
import { type Catalog, somewhere, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
let staff: Staff;

beforeEach(async () => {
  catalog = await startCatalog();
  staff = staffOf(catalog.url);
});
afterEach(() => catalog.stop());

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const HOUR = 3_600_000;

async function announced() {
  const events = await drainOutbox(catalog.pool, catalog.bus);
  return events
    .filter(({ type }) => type === huntCluePublished.type)
    .map(({ key, data }) => ({ key, ...huntCluePublished.schema.parse(data) }));
}

/** Announces everything that is due, with this many concurrent copies. */
async function announceAll(copies = 1): Promise<number> {
  const lane = async () => {
    let count = 0;
    while (await announceNextClue(catalog.context)) count += 1;
    return count;
  };
  const counts = await Promise.all(Array.from({ length: copies }, lane));
  return counts.reduce((sum, count) => sum + count, 0);
}

function startAnnouncer() {
  const { announcer } = catalog.context;
  announcer.start?.();
  return announcer;
}

describe('announceNextClue', () => {
  it('announces a due clue once, with title and number, without its text', async () => {
    const { id, handle } = await makeHunt(staff, { status: 'active' });
    const clue = await makeClue(staff, id, { publish_at: inMs(-1_000) });
    await makeClue(staff, id, { publish_at: inMs(HOUR) });
    await makeClue(staff, id);
    expect(await announceAll()).toBe(1);
    expect(await announceAll()).toBe(0);
    const events = await announced();
    expect(events).toEqual([
      {
        key: id,
        huntId: id,
        handle,
        title: 'The Lantern Road',
        clueId: clue.id,
        kind: 'clue',
        clueTitle: 'First light',
        number: 1,
        publishedAt: clue.publish_at,
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('water');
    const { clues } = bodyOf(await staff.listClues(id), listStaffClues.answer);
    expect(clues.map(({ announced_at }) => announced_at !== null)).toEqual([true, false, false]);
  });

  it('announces each of many clues once and in order with four concurrent copies', async () => {
    const hunts = [
      await makeHunt(staff, { status: 'active' }),
      await makeHunt(staff, { status: 'active' }),
    ];
    for (const { id } of hunts) {
      for (let index = 0; index < 15; index += 1) {
        await makeClue(staff, id, { publish_at: inMs(-HOUR + index * 1_000) });
      }
    }
    expect(await announceAll(4)).toBe(30);
    const events = await announced();
    for (const { id } of hunts) {
      const numbers = events.filter(({ key }) => key === id).map(({ number }) => number);
      expect(numbers).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    }
  });

  it('does not mark a clue whose event could not be written', async () => {
    const { id } = await makeHunt(staff, { status: 'active' });
    await makeClue(staff, id, { publish_at: inMs(-1_000) });
    const publish = async () => {
      throw new Error('no outbox');
    };
    await expect(announceNextClue({ pool: catalog.pool, publish })).rejects.toThrow('no outbox');
    expect(await announceAll()).toBe(1);
    expect(await announced()).toHaveLength(1);
  });

  it('does not announce clues of a hunt that is not open', async () => {
    const { id } = await makeHunt(staff);
    await makeClue(staff, id, { publish_at: inMs(-HOUR) });
    expect(await announceAll()).toBe(0);
    await staff.updateHunt(id, { status: 'active' });
    expect(await announceAll()).toBe(1);
  });

  it('announces updates of a complete hunt, but not its clues', async () => {
    const { id, handle, treasure_code } = await makeHunt(staff, { status: 'active' });
    const claim = { json: { code: treasure_code }, headers: somewhere() };
    expect((await call(`${catalog.url}/api/hunts/${handle}/claim`, claim)).status).toBe(200);
    await makeClue(staff, id, { publish_at: inMs(-1_000) });
    await makeClue(staff, id, { kind: 'update', publish_at: inMs(-1_000) });
    await announceAll();
    expect((await announced()).map(({ kind }) => kind)).toEqual(['update']);
  });

  it('does not announce clues that the seed released', async () => {
    await catalog.seed();
    expect(await announceAll()).toBe(0);
  });
});

describe('the announcer', () => {
  it('announces at start what became due while no copy was running', async () => {
    const { id } = await makeHunt(staff, { status: 'active' });
    await makeClue(staff, id, { publish_at: inMs(-HOUR) });
    const announcer = startAnnouncer();
    await waitUntil(async () => (await announced()).length === 1);
    await announcer.stop();
  });

  it('announces a clue when it is due, and an immediate release without waiting for the poll interval', async () => {
    const announcer = startAnnouncer();
    const { id } = await makeHunt(staff, { status: 'active' });
    const events: number[] = [];
    const nextTold = () =>
      waitUntil(async () => (await announced()).map(({ number }) => events.push(number)).at(-1));
    await makeClue(staff, id, { publish_at: inMs(0) });
    await nextTold();
    await makeClue(staff, id, { publish_at: inMs(300) });
    await nextTold();
    await announcer.stop();
    expect(events).toEqual([1, 2]);
    const { clues } = bodyOf(await staff.listClues(id), listStaffClues.answer);
    for (const { publish_at, announced_at } of clues) {
      expect(Date.parse(announced_at ?? '')).toBeGreaterThanOrEqual(Date.parse(publish_at ?? ''));
    }
  });

  it('retries after the database was unavailable', async () => {
    const { id } = await makeHunt(staff, { status: 'active' });
    await makeClue(staff, id, { publish_at: inMs(-1_000) });
    const { pool, publish, logger } = catalog.context;
    let failures = 0;
    const connect = async () => {
      if (failures === 2) return pool.connect();
      failures += 1;
      throw new Error('away');
    };
    const flaky = { connect, query: pool.query.bind(pool) } as typeof pool;
    const metrics = createMetrics('test');
    const announcer = createAnnouncer({
      ...{ pool: flaky, publish, logger, metrics },
      pollIntervalMs: 50,
    });
    announcer.start?.();
    await waitUntil(async () => (await announced()).length === 1);
    await announcer.stop();
    expect(failures).toBe(2);
  });
});
