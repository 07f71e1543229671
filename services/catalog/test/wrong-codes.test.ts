import { call } from '@cairn/testing/http.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Claims, CODE, claimsOf } from './claims.ts';
import { makeHunt, newHunt, type Staff, staffOf } from './staff.ts';
import {
  type Catalog,
  STASH_CODE,
  STASH_PHRASE,
  somewhere,
  startCatalog,
} from './start-catalog.ts';

const BUDGET = 3;

let catalog: Catalog;
let claims: Claims;
let staff: Staff;

beforeAll(async () => {
  catalog = await startCatalog({ 'wrong-codes-hunt': { points: BUDGET } });
  await catalog.seed();
  claims = claimsOf(catalog);
  staff = staffOf(catalog.url);
});

afterAll(() => catalog.stop());

function openStash(code: string, headers: Record<string, string>) {
  return call(`${catalog.url}/api/porter-stash-code/verify`, { json: { code }, headers });
}

async function countExceeded(): Promise<number> {
  const text = await catalog.context.metrics.registry.metrics();
  const line = /^limits_hit_total\{[^}]*limit="wrong-codes-hunt"[^}]*\} (\d+)$/m.exec(text);
  return Number(line?.[1]);
}

describe('P-5.6 a budget per hunt for wrong codes from all addresses', () => {
  it('P-5.6 leaves each address one try a minute once it is spent, and the finder wins', async () => {
    const before = await countExceeded();
    const spent = await Promise.all(
      Array.from({ length: BUDGET }, () => claims.claim({ code: 'wrong' })),
    );
    expect(spent.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(await countExceeded()).toBe(before);

    const headers = somewhere();
    expect(await claims.claim({ code: 'wrong' }, { headers })).toMatchObject({ status: 422 });
    const limited = await claims.claim({ code: 'wrong' }, { headers });
    expect(limited).toMatchObject({
      status: 429,
      body: {
        error: expect.stringMatching(/^Too many attempts\. Please try again in \d+ seconds\.$/),
      },
    });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await countExceeded()).toBe(before + 2);

    const other = { headers: somewhere(), handle: 'porter-stash' };
    for (let n = 0; n < BUDGET; n += 1) {
      expect(await claims.claim({ code: 'wrong' }, other)).toMatchObject({ status: 422 });
    }
    expect(await claims.claim({ code: CODE })).toMatchObject({ status: 200 });
  });

  it('P-5.6 holds for stash codes, whose right tries do not count', async () => {
    // The budget of the stashes is shared with other test files: it may be spent already.
    for (let n = 0; n < BUDGET; n += 1) await openStash('wrong', somewhere());
    const headers = somewhere();
    expect(await openStash('wrong', headers)).toMatchObject({
      status: 422,
      body: { error: "You've reached your limit. Please try again in 60 seconds." },
    });
    expect(await openStash('wrong', headers)).toMatchObject({ status: 429 });
    const finder = somewhere();
    for (let n = 0; n < 2; n += 1) {
      expect(await openStash(STASH_CODE, finder)).toMatchObject({
        status: 200,
        body: { message: STASH_PHRASE },
      });
    }
  });
});

describe('P-5.6 a code below 40 bits', () => {
  const WEAK = [
    'aaaaaaaaaaaa',
    '111111111111',
    'ababababababababab',
    'o0O0 iIlL 1111',
    'ABCDEFGHJK-',
  ];

  it.each(WEAK)('P-5.6 %s is refused as a treasure code and as a stash code', async (code) => {
    const text = expect.stringMatching(
      /^(This code is too easy to guess\.|A (treasure|stash) code has)/,
    );
    const byField = async (fields: Record<string, unknown>) => {
      const { status, body } = await staff.createHunt(newHunt(fields));
      return { status, texts: Object.values((body as { fields: object }).fields) };
    };
    const refused = { status: 400, texts: [text] };
    expect(await byField({ treasure_code: code })).toEqual(refused);
    expect(await byField({ stash: { code, phrase: 'a phrase' } })).toEqual(refused);
    const { id } = await makeHunt(staff);
    expect(await staff.updateHunt(id, { treasure_code: code })).toMatchObject({ status: 400 });
  });

  it('P-5.6 codes of 40 bits are accepted', async () => {
    await makeHunt(staff, {
      treasure_code: 'Fern-Gully 77 OAK',
      stash: { code: 'ABCDEFGH-JKMN', phrase: 'a' },
    });
  });
});
