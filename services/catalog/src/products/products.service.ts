import { huntUpdated, type ProductSnapshot } from '@cairn/contracts/events/hunts.ts';
import type { Product } from '@cairn/contracts/http/hunts.ts';
import type { Offer } from '@cairn/contracts/internal/catalog.ts';
import { dollarsFromCents } from '@cairn/contracts/money.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { Database, Pool, Transaction } from '@cairn/postgres/pool.ts';
import { inTransaction } from '@cairn/postgres/transaction.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { increaseVersion, increaseVersionsOfDue } from '../hunts/hunts.store.ts';
import {
  findNextProductInMs,
  findOffer,
  findProduct,
  listProducts,
  listProductsById,
  type ProductRow,
} from './products.store.ts';

/** Of one transaction, which locks their hunts. */
const DUE_PRODUCTS = 20;

/** Call this last in a transaction that changes public data of the hunt. */
export async function publishChangedProduct(
  tx: Transaction,
  publish: PublishEvent,
  huntId: string,
): Promise<void> {
  await increaseVersion(tx, huntId);
  await publishProduct(tx, publish, huntId);
}

/** Publishes the current product with its current version, unless it is a draft. */
export async function publishProduct(
  tx: Transaction,
  publish: PublishEvent,
  huntId: string,
): Promise<void> {
  const row = await findProduct(tx, huntId);
  if (!row) throw new NotFoundError(`No hunt ${huntId}.`);
  const snapshot = presentSnapshot(row);
  if (snapshot) await publish(tx, huntUpdated, snapshot);
}

/**
 * Publishes the products that purchases changed soon after the last publication. Returns the time
 * until the next one is due in ms, or null.
 */
export async function publishDueProducts(
  pool: Pool,
  publish: PublishEvent,
): Promise<number | null> {
  while ((await inTransaction(pool, (tx) => publishBatch(tx, publish))) === DUE_PRODUCTS);
  return findNextProductInMs(pool);
}

/** Reads the products after their hunts are locked, so that they include every committed purchase. */
async function publishBatch(tx: Transaction, publish: PublishEvent): Promise<number> {
  const huntIds = await increaseVersionsOfDue(tx, DUE_PRODUCTS);
  if (huntIds.length === 0) return 0;
  const rows = await listProductsById(tx, huntIds);
  // In the order of their keys, as `publish` requires.
  for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    const snapshot = presentSnapshot(row);
    if (snapshot) await publish(tx, huntUpdated, snapshot);
  }
  return huntIds.length;
}

export async function listSnapshots(db: Database): Promise<ProductSnapshot[]> {
  const rows = await listProducts(db);
  return rows.flatMap((row) => presentSnapshot(row) ?? []);
}

export async function getOffer(db: Database, productId: string): Promise<Offer> {
  const offer = await findOffer(db, productId);
  if (!offer) throw new NotFoundError('This hunt does not exist.');
  return offer;
}

/** Null for a draft, which is never public. */
export function presentSnapshot(row: ProductRow): ProductSnapshot | null {
  const { status } = row;
  if (status === 'draft') return null;
  return { version: Number(row.version), product: { ...presentProduct(row), status } };
}

export function presentProduct(
  row: ProductRow,
): Omit<Product, 'status'> & Pick<ProductRow, 'status'> {
  return {
    id: row.id,
    type: 'hunt',
    handle: row.handle,
    title: row.title,
    region: row.region,
    description: row.description,
    status: row.status,
    base_value: dollarsFromCents(row.baseValueCents),
    purchase_bonus: dollarsFromCents(Number(row.purchaseBonusCents)),
    price_amount: dollarsFromCents(row.priceCents),
    price_currency: row.currency,
    hidden_at: row.hiddenAt?.toISOString() ?? null,
    commitment: row.commitment,
    search_area: row.searchArea,
    previous_search_areas: row.previousAreas,
    images: row.images,
    participants: row.participants,
  };
}
