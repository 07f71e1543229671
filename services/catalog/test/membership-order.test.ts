import { randomUUID } from 'node:crypto';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findMembership,
  type Membership,
  upsertMembership,
} from '../src/memberships/memberships.store.ts';
import { type Catalog, getSnapshot, startCatalog } from './start-catalog.ts';

let catalog: Catalog;
let huntId: string;

beforeAll(async () => {
  catalog = await startCatalog();
  await catalog.seed();
  huntId = (await getSnapshot(catalog.url, 'vt-troll-hunt')).product.id;
});

afterAll(async () => {
  await catalog.stop();
});

describe('upsertMembership', () => {
  it('P-1.6 ends at the newest version, in any order of arrival and with repeats', async () => {
    const later = fc.array(fc.constantFrom('refunded', 'disputed', 'completed'), { maxLength: 4 });
    const arrival = later
      .map((statuses) => ['completed', ...statuses] as Membership['status'][])
      .chain((statuses) => {
        const indexes = [...statuses.keys(), ...statuses.keys()];
        const order = fc.shuffledSubarray(indexes, { minLength: indexes.length });
        return fc.tuple(fc.constant(statuses), order);
      });
    await fc.assert(
      fc.asyncProperty(arrival, async ([statuses, order]) => {
        const [purchaseId, userId] = [randomUUID(), randomUUID()];
        const change = (index: number): Membership => ({
          ...{ purchaseId, huntId, userId, version: index + 1 },
          status: statuses[index] ?? 'completed',
          bonusCents: index === 0 ? 1000 : null,
        });
        await inTransaction(catalog.pool, async (tx) => {
          for (const index of order) await upsertMembership(tx, change(index));
          for (const index of order) {
            const repeated = await upsertMembership(tx, change(index));
            expect(repeated).toMatchObject({ changedHuntId: null });
          }
        });
        const newest = change(statuses.length - 1);
        expect(await findMembership(catalog.pool, purchaseId)).toEqual({
          ...newest,
          bonusCents: 1000,
        });
      }),
      { numRuns: 30 },
    );
  });
});
