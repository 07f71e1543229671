import type { Session } from '@cairn/contracts/http/accounts.ts';
import { describe, expect, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, pay, recordPurchase } from '../support/player.ts';

const site = inject('site');
const admin = inject('admin');
const api = createClient(site.url);

describe('the first requests of the back office, through the gateway', () => {
  it('show the account and the purchase to the seeded admin only', async () => {
    const player = await createPlayer(site);
    const product = await findProduct(api, 'vt-troll-hunt');
    const intentId = await pay(site, player, product);
    expect((await recordPurchase(player, product, intentId)).status).toBe(200);
    const { token } = (await api.post('/api/auth/login', admin)).body as Session;

    const list = await api.get(`/api/admin/accounts?page=1&limit=10&search=${player.email}`, {
      token,
    });
    expect(list.body).toMatchObject({
      accounts: [{ id: player.userId, email: player.email, email_verified: true, is_admin: false }],
      pagination: { page: 1, limit: 10, total: 1, pages: 1 },
    });

    const detail = await api.get(`/api/admin/accounts/${player.userId}`, { token });
    expect(detail.body).toMatchObject({
      account: { id: player.userId, email: player.email, status: 'active' },
      purchases: [
        {
          product_id: product.id,
          product_title: product.title,
          handle: 'vt-troll-hunt',
          type: 'hunt',
          price_amount: 20,
          price_currency: 'USD',
          status: 'completed',
          stripe_payment_intent_id: intentId,
        },
      ],
    });
    expect((await api.get('/api/admin/accounts')).status).toBe(401);
    expect((await api.get('/api/admin/accounts', player)).status).toBe(403);
    expect((await api.get(`/api/admin/accounts/${player.userId}`, player)).status).toBe(403);
  });
});
