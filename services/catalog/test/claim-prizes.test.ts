import { listClaims } from '@cairn/contracts/http/staff-claims.ts';
import { call } from '@cairn/testing/http.ts';
import { adminToken } from '@cairn/testing/identity.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Claims, claimsOf, HANDLE, startSeeded } from './claims.ts';
import { bodyOf, makeHunt, newHunt, staffOf } from './staff.ts';
import {
  type Catalog,
  disputed,
  getSnapshot,
  handOver,
  newPurchase,
  recorded,
  refunded,
} from './start-catalog.ts';

let catalog: Catalog;
let claims: Claims;
let productId: string;

beforeEach(async () => {
  catalog = await startSeeded();
  claims = claimsOf(catalog);
  productId = (await getSnapshot(catalog.url, HANDLE)).product.id;
});

afterEach(() => catalog.stop());

async function readClaim() {
  const answer = await call(`${catalog.url}/api/admin/claims`, { token: adminToken() });
  const [claim] = bodyOf(answer, listClaims.answer).claims;
  if (!claim) throw new Error('no claim is listed');
  const { prize_frozen: frozen, prize_payable: payable, reversed_purchases: reversed } = claim;
  return { frozen, payable, reversed };
}

async function buy() {
  const purchase = newPurchase(productId);
  await handOver(catalog.url, recorded(purchase));
  return purchase;
}

describe('the prize of a claim', () => {
  it('loses the bonus of each purchase that is refunded or disputed before the decision', async () => {
    const [first, second, third] = [await buy(), await buy(), await buy()];
    await claims.win();
    expect(await readClaim()).toEqual({ frozen: 1_030, payable: 1_030, reversed: [] });
    await handOver(catalog.url, disputed(first));
    await handOver(catalog.url, refunded(second));
    expect(await readClaim()).toEqual({
      frozen: 1_030,
      payable: 1_010,
      reversed: [
        { purchase_id: first.purchaseId, status: 'disputed', bonus: 10 },
        { purchase_id: second.purchaseId, status: 'refunded', bonus: 10 },
      ],
    });
    await handOver(catalog.url, disputed(third, { version: 2, outcome: 'lost' }));
    await handOver(catalog.url, disputed(first, { version: 3, outcome: 'won' }));
    expect(await readClaim()).toMatchObject({ frozen: 1_030, payable: 1_010 });
  });

  it('leaves out purchases that were not completed when the claim won', async () => {
    const returned = await buy();
    await handOver(catalog.url, refunded(returned));
    await claims.win();
    await buy();
    await handOver(catalog.url, refunded(returned, { version: 3, outcome: 'failed' }));
    expect(await readClaim()).toEqual({ frozen: 1_000, payable: 1_000, reversed: [] });
  });

  it('is fixed by the verification', async () => {
    const [reversed, kept] = [await buy(), await buy()];
    const { claimId, claimSecret } = await claims.win();
    await handOver(catalog.url, disputed(reversed));
    const { body } = await claims.decide(claimId, { claimSecret, outcome: 'verified' });
    expect(body).toMatchObject({
      prize_frozen: 1_020,
      prize_payable: 1_010,
      decided_at: expect.any(String),
    });
    const decided = await readClaim();
    await handOver(catalog.url, disputed(reversed, { version: 3, outcome: 'won' }));
    await handOver(catalog.url, refunded(kept));
    expect(await readClaim()).toEqual(decided);
    expect(decided).toMatchObject({
      payable: 1_010,
      reversed: [{ purchase_id: reversed.purchaseId, status: 'disputed' }],
    });
  });
});

describe('a bonus above the price', () => {
  const refusal = { status: 400, body: { fields: { bonus_per_purchase: expect.any(String) } } };

  it('is refused in a new hunt', async () => {
    const staff = staffOf(catalog.url);
    const fields = { price_amount: 5, bonus_per_purchase: 5.01 };
    expect(await staff.createHunt(newHunt(fields))).toMatchObject(refusal);
    await makeHunt(staff, { price_amount: 5, bonus_per_purchase: 5 });
  });

  it('is refused when either of the two changes', async () => {
    const staff = staffOf(catalog.url);
    const { id } = await makeHunt(staff, { price_amount: 10, bonus_per_purchase: 5 });
    expect(await staff.updateHunt(id, { bonus_per_purchase: 10.01 })).toMatchObject(refusal);
    expect(await staff.updateHunt(id, { price_amount: 4.99 })).toMatchObject(refusal);
    expect(await staff.updateHunt(id, { title: 'Another title' })).toMatchObject({ status: 200 });
  });
});
