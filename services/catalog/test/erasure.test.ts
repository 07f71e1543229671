import { randomUUID } from 'node:crypto';
import { userDeleted } from '@cairn/contracts/events/users.ts';
import { exportMemberships } from '@cairn/contracts/internal/catalog.ts';
import { deliver } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { findText } from '@cairn/testing/find-text.ts';
import { call } from '@cairn/testing/http.ts';
import { tokenFor } from '@cairn/testing/identity.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Catalog,
  getSnapshot,
  newPurchase,
  recorded,
  refunded,
  startCatalog,
} from './start-catalog.ts';

const HANDLE = 'vt-troll-hunt';
let catalog: Catalog;
let huntId: string;

beforeAll(async () => {
  catalog = await startCatalog();
  await catalog.seed();
  huntId = (await getSnapshot(catalog.url, HANDLE)).product.id;
});
afterAll(() => catalog.stop());

describe('P-4.6 a deleted user', () => {
  it('leaves the prize unchanged and their membership without a user', async () => {
    const purchase = newPurchase(huntId);
    await deliver(catalog.bus, recorded(purchase));
    const before = await valueNow();
    expect(await readPage(purchase.userId)).toBe(200);
    await deliver(catalog.bus, deleted(purchase.userId));
    expect(await valueNow()).toEqual(before);
    expect(await readPage(purchase.userId)).toBe(403);
    expect(await findText(catalog.pool, purchase.userId)).toEqual(['catalog.erased_users']);
  });

  it('is not restored by a late purchase or refund event', async () => {
    const purchase = newPurchase(huntId);
    const before = await valueNow();
    await deliver(catalog.bus, deleted(purchase.userId));
    await deliver(catalog.bus, recorded(purchase));
    const { bonus, participants } = await valueNow();
    expect({ bonus, participants }).toEqual({
      bonus: before.bonus + 10,
      participants: before.participants + 1,
    });
    await deliver(catalog.bus, refunded(purchase));
    expect(await valueNow()).toEqual(before);
    expect(await findText(catalog.pool, purchase.userId)).toEqual(['catalog.erased_users']);
  });

  it('does not affect other members', async () => {
    const [gone, stays] = [newPurchase(huntId), newPurchase(huntId)];
    for (const purchase of [gone, stays]) await deliver(catalog.bus, recorded(purchase));
    await deliver(catalog.bus, deleted(gone.userId));
    expect(await readPage(stays.userId)).toBe(200);
  });
});

describe('the memberships for an export', () => {
  it('are those of the user, and none once they are gone', async () => {
    const purchase = newPurchase(huntId);
    await deliver(catalog.bus, recorded(purchase));
    expect(await exported(purchase.userId)).toEqual([
      {
        product_id: huntId,
        handle: HANDLE,
        title: expect.any(String),
        status: 'completed',
        joined_at: expect.any(String),
      },
    ]);
    await deliver(catalog.bus, deleted(purchase.userId));
    expect(await exported(purchase.userId)).toEqual([]);
    expect(await exported(randomUUID())).toEqual([]);
  });
});

function deleted(userId: string) {
  return makeEvent(userDeleted, { userId, version: 2, deletedAt: new Date().toISOString() });
}

async function valueNow() {
  const { product } = await getSnapshot(catalog.url, HANDLE);
  return { bonus: product.purchase_bonus, participants: product.participants };
}

async function readPage(userId: string): Promise<number> {
  const token = tokenFor({ userId });
  return (await call(`${catalog.url}/api/hunt/data/${HANDLE}`, { token })).status;
}

async function exported(userId: string): Promise<unknown> {
  const path = exportMemberships.path.replace(':userId', userId);
  const { body } = await call(catalog.url + path, { isInternal: true });
  return exportMemberships.answer.parse(body).memberships;
}
