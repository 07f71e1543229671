import { randomBytes } from 'node:crypto';
import { ALREADY_COMPLETE } from '@cairn/contracts/refusal-texts.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashCode } from '../src/codes/code.ts';
import { type Claims, CODE, claimsOf, HANDLE, newKey, startSeeded } from './claims.ts';
import {
  type Catalog,
  getSnapshot,
  handOver,
  newPurchase,
  recorded,
  refunded,
  somewhere,
} from './start-catalog.ts';

let catalog: Catalog;
let claims: Claims;

beforeEach(async () => {
  catalog = await startSeeded();
  claims = claimsOf(catalog);
});

afterEach(() => catalog.stop());

describe('a claim with the correct code', () => {
  it('completes the hunt once, publishes it, and returns a claim id and a secret', async () => {
    const claimKey = newKey();
    const answer = await claims.claim({ code: ` ${CODE.toLowerCase()} `, claimKey });
    expect(answer).toMatchObject({ status: 200, body: { claimSecret: claimKey } });
    expect(await claims.events()).toEqual(['hunt.completed', 'hunt.updated']);
    const { product } = await getSnapshot(catalog.url, HANDLE);
    expect(product.status).toBe('complete');
  });

  it('P-5.2 returns the same answer for the same claim key, without a limit', async () => {
    const headers = somewhere();
    const claimKey = newKey();
    const first = await claims.claim({ code: CODE, claimKey }, { headers });
    for (let n = 0; n < 15; n += 1) {
      expect(await claims.claim({ code: CODE, claimKey }, { headers })).toMatchObject({
        status: 200,
        body: first.body as object,
      });
    }
    expect((await claims.events()).filter((type) => type === 'hunt.completed')).toHaveLength(1);
  });

  it('gets a secret from the server without a claim key', async () => {
    const { body } = await claims.claim({ code: CODE });
    expect(body).toMatchObject({ claimSecret: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  it('freezes the prize against later purchases and refunds', async () => {
    const { product } = await getSnapshot(catalog.url, HANDLE);
    const buy = newPurchase(product.id);
    await handOver(catalog.url, recorded(buy));
    await claims.win();
    await handOver(catalog.url, refunded(buy));
    await handOver(catalog.url, recorded(newPurchase(product.id)));
    const after = await getSnapshot(catalog.url, HANDLE);
    expect(after.product.purchase_bonus).toBe(10);
  });
});

describe('P-5.1 a hundred concurrent correct codes', () => {
  it('have one winner, one hunt.completed, and 99 answers that the hunt is complete', async () => {
    const copy = await catalog.startCopy();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        claims.claim({ code: CODE, claimKey: newKey() }, { url: n % 2 ? copy.url : catalog.url }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const losers = answers.filter(({ status }) => status === 409);
    expect(losers).toHaveLength(99);
    for (const { body } of losers) expect(body).toMatchObject({ error: ALREADY_COMPLETE });
    expect((await claims.events()).filter((type) => type === 'hunt.completed')).toHaveLength(1);
    expect(await claims.attempts()).toHaveLength(100);
  });

  it('with one claim key are one claim, each with the same answer', async () => {
    const claimKey = newKey();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => claims.claim({ code: CODE, claimKey })),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it('include a purchase that is being applied', async () => {
    const { product } = await getSnapshot(catalog.url, HANDLE);
    const buyer = await catalog.pool.connect();
    await buyer.query('BEGIN');
    await buyer.query('SELECT FROM hunts WHERE id = $1 FOR NO KEY UPDATE', [product.id]);
    await buyer.query(
      `INSERT INTO memberships (purchase_id, hunt_id, user_id, status, bonus_cents, version)
       VALUES ('late', $1, 'someone', 'completed', 1000, 1)`,
      [product.id],
    );
    const won = claims.claim({ code: CODE });
    await waitUntil(async () => (await waitingForLocks()) > 0);
    await buyer.query('COMMIT');
    buyer.release();
    expect((await won).status).toBe(200);
    expect((await getSnapshot(catalog.url, HANDLE)).product.purchase_bonus).toBe(10);
  });

  async function waitingForLocks(): Promise<number> {
    const { rows } = await catalog.pool.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    return rows[0].waiting;
  }
});

describe('a hunt that cannot be won', () => {
  it('returns 409 for correct and incorrect codes when it is complete', async () => {
    await claims.win();
    for (const code of [CODE, 'something else']) {
      expect(await claims.claim({ code, claimKey: newKey() })).toMatchObject({
        status: 409,
        body: { error: ALREADY_COMPLETE },
      });
    }
  });

  it('says that it has not started, and that it does not exist', async () => {
    await catalog.pool.query("UPDATE hunts SET status = 'upcoming' WHERE handle = $1", [HANDLE]);
    expect(await claims.claim({ code: CODE })).toMatchObject({
      status: 409,
      body: { error: 'This hunt has not started yet' },
    });
    expect(await claims.claim({ code: CODE }, { handle: 'no-such-hunt' })).toMatchObject({
      status: 404,
    });
    expect((await getSnapshot(catalog.url, HANDLE)).product.status).toBe('upcoming');
  });
});

describe('P-5.3 any input as a code', () => {
  it('is normalised or refused with an error text, and never causes a 500', async () => {
    const prototype = JSON.parse('{"__proto__": {"code": "x"}, "constructor": {"prototype": {}}}');
    for (const body of [
      {},
      { code: '' },
      { code: '   ' },
      { code: null },
      { code: 7 },
      { code: ['MOSS'] },
      { code: { toString: 'x' } },
      { code: 'x'.repeat(201) },
      { code: 'a\u0000b' },
      { code: '\ud800' },
      { code: CODE, claimKey: 'short' },
      { code: CODE, claimKey: ['a'] },
      { code: CODE, claimKey: 'G'.repeat(64) },
      prototype,
      [],
      'text',
      null,
    ]) {
      expect((await claims.claim(body)).status, JSON.stringify(body)).toBe(400);
    }
    const huge = await claims.claim({ code: 'x'.repeat(1_000_000) });
    expect(huge.status).toBe(413);
    expect((await getSnapshot(catalog.url, HANDLE)).product.status).toBe('active');
    expect(await claims.claim({ code: 'MO55–olive 44I7' })).toMatchObject({ status: 422 });
    expect(await claims.claim({ code: 'm0ss—OL1VE 44 l7' })).toMatchObject({ status: 200 });
  });
});

it('a database can hold one winner of a hunt only', async () => {
  await claims.win();
  await expect(
    catalog.pool.query(
      'INSERT INTO claims (hunt_id, secret_hmac, code_hmac) SELECT hunt_id, $1, code_hmac FROM claims',
      [hashCode('another', randomBytes(32))],
    ),
  ).rejects.toThrow('claims_one_winner');
});
