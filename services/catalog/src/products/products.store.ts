import type { Product, StaffHuntStatus } from '@cairn/contracts/http/hunts.ts';
import type { Offer } from '@cairn/contracts/internal/catalog.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { statement } from '@cairn/postgres/statement.ts';

export type ProductRow = {
  id: string;
  handle: string;
  title: string;
  region: string;
  description: string;
  status: StaffHuntStatus;
  baseValueCents: number;
  /** bigint: text in JavaScript. */
  purchaseBonusCents: string;
  priceCents: number;
  currency: string;
  hiddenAt: Date | null;
  commitment: string | null;
  searchArea: Product['search_area'];
  previousAreas: Product['previous_search_areas'];
  images: Product['images'];
  participants: number;
  version: string;
};

const SELECT_PRODUCTS = `
  SELECT h.id, h.handle, h.title, h.region, h.description, h.status,
         h.base_value_cents AS "baseValueCents", h.price_cents AS "priceCents", h.currency,
         h.hidden_at AS "hiddenAt", h.search_area AS "searchArea",
         h.previous_areas AS "previousAreas", h.images, h.version,
         coalesce(h.frozen_bonus_cents, m.purchase_bonus_cents) AS "purchaseBonusCents!",
         m.participants AS "participants!", c.commitment
  FROM hunts h
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(bonus_cents), 0) AS purchase_bonus_cents, count(*)::int AS participants
    FROM memberships WHERE hunt_id = h.id AND status = 'completed'
  ) m
  LEFT JOIN treasure_codes c ON c.hunt_id = h.id AND c.committed_at <= now()`;

const LIST_PRODUCTS = statement(
  'catalog.listProducts',
  `${SELECT_PRODUCTS} ORDER BY h.position, h.created_at, h.id`,
);

export async function listProducts(db: Database): Promise<ProductRow[]> {
  return LIST_PRODUCTS.all(db);
}

const LIST_PRODUCTS_BY_ID = statement(
  'catalog.listProductsById',
  `${SELECT_PRODUCTS} WHERE h.id = ANY($1::uuid[])`,
);

/** In any order. */
export async function listProductsById(db: Database, ids: string[]): Promise<ProductRow[]> {
  return LIST_PRODUCTS_BY_ID.all(db, [ids]);
}

const FIND_PRODUCT = statement('catalog.findProduct', `${SELECT_PRODUCTS} WHERE h.id = $1`);

export async function findProduct(db: Database, huntId: string): Promise<ProductRow | null> {
  return FIND_PRODUCT.first(db, [huntId]);
}

const FIND_OFFER = statement(
  'catalog.findOffer',
  `SELECT id AS "productId", version::int AS "version!", handle, title, region, status, price_cents AS "priceCents",
          currency, bonus_per_purchase_cents AS "bonusCents"
   FROM hunts WHERE id::text = $1 AND status <> 'draft'`,
);

/** Null for a draft. The id may be any text, as ids of others are. */
export async function findOffer(db: Database, productId: string): Promise<Offer | null> {
  return FIND_OFFER.first(db, [productId]);
}

const FIND_NEXT_PRODUCT_IN_MS = statement(
  'catalog.findNextProductInMs',
  `SELECT (extract(epoch FROM min(product_due_at) - clock_timestamp()) * 1000)::float AS ms
   FROM hunts WHERE product_due_at IS NOT NULL`,
);

/** Milliseconds until a product is due; negative if overdue, null if none is. */
export async function findNextProductInMs(db: Database): Promise<number | null> {
  const row = await FIND_NEXT_PRODUCT_IN_MS.first(db);
  return row?.ms ?? null;
}
