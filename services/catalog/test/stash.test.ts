import { findDeviation } from '@cairn/testing/documented.ts';
import { drainOutbox } from '@cairn/testing/drain.ts';
import { type Answer, call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Catalog,
  getSnapshot,
  STASH_CODE,
  STASH_PHRASE,
  somewhere,
  startCatalog,
} from './start-catalog.ts';

let catalog: Catalog;

beforeAll(async () => {
  catalog = await startCatalog();
  await catalog.seed();
});

afterAll(() => catalog.stop());

function open(json: unknown, headers = somewhere()) {
  return call(`${catalog.url}/api/porter-stash-code/verify`, { json, headers });
}

function deviationOf({ status, headers, body }: Answer): string | null {
  const contentType = headers.get('content-type') ?? '';
  return findDeviation('POST /api/porter-stash-code/verify', { status, contentType, body });
}

describe('the stash', () => {
  it('returns its phrase for its code, alarms staff, and does not change the hunt', async () => {
    await drainOutbox(catalog.pool, catalog.bus);
    expect(await open({ code: ` ${STASH_CODE.toLowerCase()}-` })).toMatchObject({
      status: 200,
      body: { success: true, message: STASH_PHRASE },
    });
    const events = await drainOutbox(catalog.pool, catalog.bus);
    expect(events.map(({ type, data }) => [type, data])).toMatchObject([
      ['stash.unlocked', { handle: 'porter-stash', title: 'The Porter Stash' }],
    ]);
    expect(JSON.stringify(events)).not.toContain(STASH_PHRASE);
    expect((await getSnapshot(catalog.url, 'porter-stash')).product.status).toBe('active');
  });

  it('counts down, blocks the fourth try of a window, and says until when', async () => {
    const here = somewhere();
    const texts = [
      'Incorrect code. 2 attempts remaining.',
      'Incorrect code. 1 attempts remaining.',
      "You've reached your limit. Please try again in 60 seconds.",
    ];
    for (const error of texts) {
      const wrong = await open({ code: 'wrong' }, here);
      expect(wrong).toMatchObject({ status: 422, body: { success: false, error } });
      expect(deviationOf(wrong)).toBeNull();
    }
    const blocked = await open({ code: STASH_CODE }, here);
    expect(deviationOf(blocked)).toBeNull();
    expect(blocked).toMatchObject({
      status: 429,
      body: {
        success: false,
        error: expect.stringMatching(/^Too many attempts\. Please try again in \d+ seconds\.$/),
      },
    });
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await open({ code: 'wrong' })).status).toBe(422);
  });

  it('counts correct codes too', async () => {
    const here = somewhere();
    await open({ code: STASH_CODE }, here);
    expect((await open({ code: 'wrong' }, here)).body).toMatchObject({
      error: 'Incorrect code. 1 attempts remaining.',
    });
  });

  it('P-5.2 accepts exactly three of 300 with two copies', async () => {
    const copy = await catalog.startCopy();
    const here = somewhere();
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, n) =>
        call(`${n % 2 ? copy.url : catalog.url}/api/porter-stash-code/verify`, {
          json: { code: `wrong ${n}` },
          headers: here,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(297);
  });

  it('P-5.3 refuses invalid input with the texts of its contract', async () => {
    for (const body of [{}, { code: '' }, { code: ' ' }, { code: 5 }, { code: ['a'] }, []]) {
      expect(await open(body)).toMatchObject({
        status: 400,
        body: { success: false, error: expect.any(String) },
      });
    }
    for (const [raw, status] of [
      ['{"code"', 400],
      ['null', 400],
      [`{"code": "${'x'.repeat(200_000)}"}`, 413],
    ] as const) {
      const headers = { ...somewhere(), 'content-type': 'application/json' };
      const url = `${catalog.url}/api/porter-stash-code/verify`;
      expect(await call(url, { raw, headers })).toMatchObject({
        status,
        body: { success: false, error: expect.any(String) },
      });
    }
  });
});
