import { randomBytes } from 'node:crypto';
import type { Session } from '@cairn/contracts/http/accounts.ts';
import { createPool } from '@cairn/postgres/pool.ts';
import { findText } from '@cairn/testing/find-text.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createClient } from '../support/http.ts';
import { createPlayer, findProduct, type Player, pay, recordPurchase } from '../support/player.ts';
import { findKeysWith } from '../support/redis-text.ts';
import { loginHuntAdmin } from './hunt-admin.ts';

const site = inject('site');
const inside = inject('inside');
const api = createClient(site.url);

const redis = new Redis(inside.redisUrl);
const database = createPool({
  url: inside.databaseUrl,
  schema: 'public',
  name: 'tests',
  onError: () => {},
});
const name = `Name-${randomBytes(6).toString('hex')}`;
let player: Player;
let handle: string;

beforeAll(async () => {
  // Used by this file only, so that no other purchase or refund changes its prize.
  ({ handle } = await (await loginHuntAdmin(site, inject('admin'))).openHunt({ price_amount: 20 }));
  player = await createPlayer(site);
});
afterAll(async () => {
  redis.disconnect();
  await database.end();
});

describe('P-4.6 a player who deletes the account', () => {
  let bonusBefore: number;

  it('exports purchase, mails and name before the deletion', async () => {
    const product = await findProduct(api, handle);
    const intentId = await pay(site, player, product);
    expect((await recordPurchase(player, product, intentId)).status).toBe(200);
    const { email } = player;
    expect((await api.post('/api/auth/login', { email, password: 'wrong' })).status).toBe(401);
    // Neither the job of the receipt nor the count of wrong logins contains the address.
    expect(await findKeysWith(redis, email)).toEqual([]);
    expect(await findKeysWith(redis, 'login-account')).not.toEqual([]);
    await expect.poll(() => subjectsTo(player.email)).toContain(`Your receipt: ${product.title}`);
    for (const table of ['auth.users', 'notification.recipients']) {
      const id = table === 'auth.users' ? 'id' : 'user_id';
      await database.query(`UPDATE ${table} SET first_name = $1 WHERE ${id} = $2`, [
        name,
        player.userId,
      ]);
    }
    await expect
      .poll(async () => (await findProduct(api, handle)).purchase_bonus)
      .toBeGreaterThan(product.purchase_bonus);
    bonusBefore = (await findProduct(api, handle)).purchase_bonus;

    const answer = await api.get('/api/account/export', player);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename=".+\.json"$/);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        account: { id: player.userId, email: player.email, first_name: name },
        memberships: [{ handle, status: 'completed' }],
        purchases: [{ handle, status: 'completed', stripe_payment_intent_id: intentId }],
        payment_attempts: [{ status: 'succeeded' }],
        messages: {
          recipient: { email: player.email },
          alerts: [{ handle, email_alerts: true }],
        },
      },
    });
    expect(await findText(database, player.email)).toContain('auth.users');
    expect(await findText(database, name)).toEqual(['auth.users', 'notification.recipients']);
  });

  it('is refused by every service as soon as the deletion is answered', async () => {
    const { password } = player;
    expect((await api.post('/api/account/delete', { password }, player)).status).toBe(200);
    const { auth, catalog, payment, admin } = inside.urls;
    const answers = await Promise.all([
      createClient(auth).get('/api/auth/verify', player),
      createClient(catalog).get(`/api/hunt/data/${handle}`, player),
      createClient(payment).post('/api/create-payment-intent', {}, player),
      createClient(admin).get('/api/admin/accounts', player),
      api.get('/api/auth/verify', player),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    const login = await api.post('/api/auth/login', { email: player.email, password });
    expect(login.status).toBe(401);
  });

  it('gets one last mail, then address and name are in no table and no Redis key', async () => {
    await expect.poll(() => subjectsTo(player.email)).toContain('Your Cairn account is deleted');
    await expect.poll(() => findText(database, player.email)).toEqual([]);
    await expect.poll(() => findText(database, name)).toEqual([]);
    expect(await findKeysWith(redis, player.email)).toEqual([]);
    expect(await findKeysWith(redis, name)).toEqual([]);
    const { rows } = await database.query(
      'SELECT state, address FROM notification.deliveries WHERE user_id = $1 AND template = $2',
      [player.userId, 'account_deleted'],
    );
    expect(rows).toEqual([{ state: 'sent', address: null }]);
  });

  it('keeps the purchase and the prize unchanged', async () => {
    const { rows } = await database.query(
      'SELECT handle, status, amount_cents FROM payment.purchases WHERE user_id = $1',
      [player.userId],
    );
    expect(rows).toEqual([{ handle, status: 'completed', amount_cents: 2000 }]);
    await expect
      .poll(async () => {
        const sql = 'SELECT count(*)::int AS n FROM catalog.memberships WHERE user_id = $1';
        return (await database.query(sql, [player.userId])).rows[0].n;
      })
      .toBe(0);
    expect((await findProduct(api, handle)).purchase_bonus).toBe(bonusBefore);
  });

  it('can sign up again with the same address, and inherits nothing', async () => {
    const { email, password } = player;
    expect((await api.post('/api/auth/signup', { email, password })).status).toBe(201);
    await expect.poll(async () => (await linksTo(email)).length).toBe(2);
    const link = new URL((await linksTo(email)).at(-1) ?? '');
    const { body } = await api.get(`/api/auth/verify-email${link.search}`);
    const { token, user } = body as Session;
    expect(user).toMatchObject({ email, firstName: null, products: [] });
    expect(user.id).not.toBe(player.userId);
    expect((await api.get(`/api/hunt/data/${handle}`, { token })).status).toBe(403);
    expect((await api.get('/api/account/export', { token })).body).toMatchObject({
      memberships: [],
      purchases: [],
      payment_attempts: [],
      messages: { alerts: [] },
    });
    expect((await api.get('/api/auth/verify', player)).status).toBe(401);
  });
});

async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  const { body } = await api.get(`/sandbox/messages?to=${encodeURIComponent(email)}`);
  return body as { subject: string; text: string }[];
}

async function subjectsTo(email: string): Promise<string[]> {
  return (await mailsTo(email)).map(({ subject }) => subject);
}

async function linksTo(email: string): Promise<string[]> {
  const mails = await mailsTo(email);
  return mails.flatMap(({ text }) => /https?:\/\/\S+\/verify-email\?token=\S+/.exec(text) ?? []);
}
