import { describe, expect, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, pay, recordPurchase } from '../support/player.ts';
import { loginHuntAdmin } from './hunt-admin.ts';

const site = inject('site');
const api = createClient(site.url);
const HANDLE = 'vt-troll-hunt';

describe('buying, through the gateway', () => {
  it('P-1.2 after a 200 of record-purchase the product is listed and the hunt is open at once', async () => {
    const player = await createPlayer(site);
    const product = await findProduct(api, HANDLE);
    expect((await api.get(`/api/hunt/data/${HANDLE}`, player)).status).toBe(403);
    const intentId = await pay(site, player, product);
    const first = await recordPurchase(player, product, intentId);
    expect(first.status).toBe(200);
    const [session, hunt] = await Promise.all([
      api.get('/api/auth/verify', player),
      api.get(`/api/hunt/data/${HANDLE}`, player),
    ]);
    expect((session.body as { products: string[] }).products).toEqual([product.id]);
    expect(hunt.status).toBe(200);
    const again = await recordPurchase(player, product, intentId);
    expect(again).toMatchObject({ status: 200, body: first.body });
  });

  it('the webhook alone records the purchase, and the prize grows by the bonus once', async () => {
    const player = await createPlayer(site);
    // A hunt of this test only: events of other tests' purchases may still be on their way.
    const { handle } = await (await loginHuntAdmin(site, inject('admin'))).openHunt();
    const product = await findProduct(api, handle);
    await pay(site, player, product);
    await expect
      .poll(async () => (await api.get(`/api/hunt/data/${handle}`, player)).status)
      .toBe(200);
    await expect.poll(async () => (await findProduct(api, handle)).purchase_bonus).toBe(5);
  });

  it('a second payment for the same hunt is refused before any charge', async () => {
    const player = await createPlayer(site);
    const product = await findProduct(api, HANDLE);
    await recordPurchase(player, product, await pay(site, player, product));
    const second = await player.client.post(
      '/api/create-payment-intent',
      { productId: product.id, productType: 'hunt', email: player.email },
      player,
    );
    expect(second.status).toBe(409);
  });
});
