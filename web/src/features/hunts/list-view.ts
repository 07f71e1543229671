import type { HuntStatus, Product } from '@cairn/contracts/http/hunts.ts';
import { currentValue } from '../products/hunt-value.ts';

export const SORTS = ['prize', 'price', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

/** What of the list is shown. The empty text stands for every region, every status, the default order. */
export type ListView = { region: string; status: string; sort: string; page: number };

/** Cards a page: each is about 600 px high on a phone. */
export const PAGE_SIZE = 10;

export type Arranged = {
  /** Open and upcoming hunts of the page: the active ones first. */
  active: Product[];
  upcoming: Product[];
  /** Completed and cancelled hunts, on every page. */
  ended: Product[];
  /** Of all pages. */
  total: number;
  pages: number;
  page: number;
};

/** Filters, sorts and pages the hunts; the default order within a group is that of the API. */
export function arrangeHunts(hunts: readonly Product[], view: ListView): Arranged {
  const wanted = hunts.filter(
    ({ region, status }) =>
      (!view.region || region === view.region) && (!view.status || groupOf(status) === view.status),
  );
  const sorted = wanted.toSorted(orderOf(view.sort));
  const ofGroup = (group: string) => sorted.filter(({ status }) => groupOf(status) === group);
  const current = [...ofGroup('active'), ...ofGroup('upcoming')];
  const pages = Math.max(1, Math.ceil(current.length / PAGE_SIZE));
  const page = Math.min(view.page, pages);
  const shown = current.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return {
    active: shown.filter(({ status }) => status === 'active'),
    upcoming: shown.filter(({ status }) => status === 'upcoming'),
    ended: ofGroup('complete'),
    total: wanted.length,
    pages,
    page,
  };
}

export function regionsOf(hunts: readonly Product[]): string[] {
  return [...new Set(hunts.map(({ region }) => region))].toSorted((one, other) =>
    one.localeCompare(other),
  );
}

/** The group that a status is listed in. */
function groupOf(status: HuntStatus): string {
  return status === 'active' || status === 'upcoming' ? status : 'complete';
}

type Order = (one: Product, other: Product) => number;

const ORDERS: Record<Sort, Order> = {
  prize: (one, other) => currentValue(other) - currentValue(one),
  price: (one, other) => one.price_amount - other.price_amount,
  // Hunts that have not started have no date yet.
  newest: (one, other) => (other.hidden_at ?? '').localeCompare(one.hidden_at ?? ''),
};

function orderOf(sort: string): Order {
  return Object.hasOwn(ORDERS, sort) ? ORDERS[sort as Sort] : () => 0;
}
