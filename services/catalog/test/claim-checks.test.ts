import { randomUUID } from 'node:crypto';
import { NOT_ACCEPTED } from '@cairn/contracts/refusal-texts.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitTo, normaliseCode } from '../src/codes/code.ts';
import { type Claims, CODE, claimsOf, HANDLE, newKey, startSeeded } from './claims.ts';
import {
  type Catalog,
  disputed,
  getSnapshot,
  handOver,
  newPurchase,
  recorded,
} from './start-catalog.ts';

let catalog: Catalog;
let claims: Claims;

beforeEach(async () => {
  catalog = await startSeeded();
  claims = claimsOf(catalog);
});

afterEach(() => catalog.stop());

describe('the decision of staff on a claim', () => {
  it('reveals salt and code when verified, from which the commitment can be computed', async () => {
    const before = (await claims.fairness()).body as { commitment: string; reveal: null };
    expect(before).toMatchObject({ reveal: null, previous: [] });
    const { claimId, claimSecret } = await claims.win();
    expect((await claims.fairness()).body).toMatchObject({ reveal: null });
    await claims.events();
    const answer = await claims.decide(claimId, {
      claimSecret,
      outcome: 'verified',
      note: 'At noon',
    });
    expect(answer).toMatchObject({ status: 200, body: { state: 'verified', note: 'At noon' } });
    expect(answer.body).not.toHaveProperty('treasure_code');
    expect(await claims.events()).toEqual(['claim.verified', 'staff.acted']);
    const { reveal, commitment } = (await claims.fairness()).body as {
      commitment: string;
      reveal: { salt: string; code: string };
    };
    expect(commitment).toBe(before.commitment);
    expect(reveal.code).toBe(normaliseCode(CODE));
    expect(commitTo(reveal.code, Buffer.from(reveal.salt, 'hex'))).toBe(commitment);
  });

  it('refuses a wrong secret and a second decision', async () => {
    const { claimId, claimSecret } = await claims.win();
    for (const wrong of ['', newKey(), claimSecret.slice(1)]) {
      expect(
        await claims.decide(claimId, { claimSecret: wrong, outcome: 'verified' }),
      ).toMatchObject({
        status: 422,
        body: { error: 'The secret does not match' },
      });
    }
    expect(
      await claims.decide(claimId, { claimSecret: newKey(), outcome: 'rejected' }),
    ).toMatchObject({
      status: 422,
    });
    const both = await Promise.all(
      (['verified', 'rejected'] as const).map((outcome) =>
        claims.decide(claimId, { claimSecret: ` ${claimSecret.toUpperCase()} `, outcome }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await claims.decide(randomUUID(), { claimSecret, outcome: 'verified' })).toMatchObject({
      status: 404,
    });
  });

  it('reopens the hunt with a new code when rejected', async () => {
    const claimKey = newKey();
    const { claimId } = await claims.win(claimKey);
    const { commitment } = (await claims.fairness()).body as { commitment: string };
    await claims.events();
    const { status, body } = await claims.decide(claimId, {
      outcome: 'rejected',
      note: 'No one came',
    });
    expect(status).toBe(200);
    const { treasure_code: code } = body as { treasure_code: string };
    expect(code).toMatch(/^(?:[2-9A-HJKMNP-TV-Z]{4}-){3}[2-9A-HJKMNP-TV-Z]{4}$/);
    expect(await claims.events()).toEqual(['claim.rejected', 'hunt.updated', 'staff.acted']);
    expect((await getSnapshot(catalog.url, HANDLE)).product.status).toBe('active');
    const now = (await claims.fairness()).body as { commitment: string; previous: unknown[] };
    expect(now).toMatchObject({
      reveal: null,
      previous: [{ commitment, reveal: { code: normaliseCode(CODE) } }],
    });
    expect(now.commitment).not.toBe(commitment);
    expect(await claims.claim({ code: CODE })).toMatchObject({ status: 422 });
    expect(await claims.claim({ code: CODE, claimKey })).toMatchObject({
      status: 409,
      body: { error: NOT_ACCEPTED },
    });
    expect(await claims.claim({ code, claimKey })).toMatchObject({ status: 200 });
  });

  it('P-5.5 returns code and secret in one answer only and stores neither in clear', async () => {
    const claimKey = newKey();
    const { claimId } = await claims.win(claimKey);
    const { body } = await claims.decide(claimId, { outcome: 'rejected' });
    const { treasure_code: code } = body as { treasure_code: string };
    const { rows } = await catalog.pool.query(
      `SELECT (SELECT json_agg(o)::text FROM outbox o) || (SELECT json_agg(c)::text FROM claims c)
        || (SELECT json_agg(t)::text FROM treasure_codes t) AS everything`,
    );
    for (const secret of [code, normaliseCode(code), claimKey]) {
      expect(rows[0].everything).not.toContain(secret);
      expect(rows[0].everything).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('lists the claims for staff, by state', async () => {
    const { claimId } = await claims.win();
    const list = (query: string) =>
      call(`${catalog.url}/api/admin/claims${query}`, { token: adminToken() });
    expect((await list('')).body).toMatchObject({
      claims: [{ id: claimId, handle: HANDLE, state: 'open' }],
      pagination: { page: 1, limit: 10, total: 1, pages: 1 },
    });
    expect((await list('?state=rejected')).body).toMatchObject({
      claims: [],
      pagination: { total: 0 },
    });
  });
});

it('a member whose dispute is lost later was counted as it was at the end', async () => {
  const { product } = await getSnapshot(catalog.url, HANDLE);
  const buy = newPurchase(product.id);
  await handOver(catalog.url, recorded(buy));
  const { claimId } = await claims.win();
  await handOver(catalog.url, disputed(buy));
  expect((await getSnapshot(catalog.url, HANDLE)).product.purchase_bonus).toBe(10);
  await claims.decide(claimId, { outcome: 'rejected' });
  expect((await getSnapshot(catalog.url, HANDLE)).product.purchase_bonus).toBe(0);
});
