import { randomUUID } from 'node:crypto';
import type { Purchase } from '@cairn/contracts/http/back-office.ts';
import { refundPurchaseInternally } from '@cairn/contracts/internal/payment.ts';
import { ConflictError, NotFoundError } from '@cairn/service-kit/errors.ts';
import { createTestDatabase, type TestDatabase } from '@cairn/testing/database.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { type StandIn, startStandIn } from '@cairn/testing/stand-in.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AdminUnderTest, startAdmin } from './start-admin.ts';

const adminId = randomUUID();
const admin = tokenFor({ userId: adminId, isAdmin: true });
const purchase: Purchase = {
  id: randomUUID(),
  product_id: randomUUID(),
  product_title: 'The Troll',
  handle: 'vt-troll-hunt',
  type: 'hunt',
  region: 'Vermont',
  price_amount: 20,
  price_currency: 'USD',
  created_at: '2026-01-03T00:00:00.000Z',
  status: 'refunded',
  stripe_payment_intent_id: 'pi_1',
  refunded_at: '2026-01-04T00:00:00.000Z',
};
const path = `/api/admin/purchases/${purchase.id}/refund`;

let database: TestDatabase;
let payment: StandIn;
let service: AdminUnderTest;
const asked: unknown[] = [];

beforeAll(async () => {
  [database, payment] = await Promise.all([createTestDatabase(), startStandIn()]);
  payment.answer(refundPurchaseInternally, ({ params, body }) => {
    asked.push({ ...params, ...body });
    if (params.id !== purchase.id) throw new NotFoundError('This purchase does not exist.');
    if (asked.length > 1) throw new ConflictError('This purchase is refunded already.');
    return purchase;
  });
  service = await startAdmin(database, { PAYMENT_URL: payment.url });
});
afterAll(async () => {
  await service.stop();
  await payment.stop();
  await database.drop();
});

it('is payment’s to make, for the admin who is logged in, and answered as payment does', async () => {
  const json = { reason: ' Asked by mail ', adminId: 'somebody else' };
  expect(await service.call(path, { token: admin, json })).toMatchObject({
    status: 200,
    body: purchase,
  });
  expect(asked).toEqual([{ id: purchase.id, reason: 'Asked by mail', adminId }]);
  expect(await service.call(path, { token: admin, json })).toMatchObject({
    status: 409,
    body: { error: 'This purchase is refunded already.' },
  });
  const unknown = `/api/admin/purchases/${randomUUID()}/refund`;
  expect((await service.call(unknown, { token: admin, json })).status).toBe(404);
});

it.each([
  ['nobody', {}, { reason: 'x' }, 401],
  ['a user', { token: tokenFor({ userId: randomUUID() }) }, { reason: 'x' }, 403],
  ['an admin without a reason', { token: admin }, {}, 400],
  ['an admin with an empty reason', { token: admin }, { reason: '  ' }, 400],
  ['an admin with nonsense', { token: admin }, { reason: 7 }, 400],
] as const)('%s asks payment for nothing', async (_, who, json, expected) => {
  const before = asked.length;
  expect((await service.call(path, { ...who, json })).status).toBe(expected);
  expect(asked).toHaveLength(before);
});
