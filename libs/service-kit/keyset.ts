import {
  type KeysetPagination,
  type KeysetQuery,
  type ListPagination,
  type ListQuery,
  MAX_COUNTED,
  type pagination,
} from '@cairn/contracts/http/pages.ts';
import type { z } from 'zod';
import { ConflictError } from './errors.ts';

/** What a store needs to read one page and the row after it. */
export type KeysetPage = {
  /** The row at the page's edge; null at an end of the list. */
  edgeId: string | null;
  /** The order in which rows are read; those of a backward page are reversed afterwards. */
  isAscending: boolean;
  /** One more than the page has, to see whether rows follow. */
  limit: number;
};

export function toKeysetPage(query: KeysetQuery): KeysetPage {
  const { limit, starting_after, ending_before, last, direction } = query;
  const edgeId = last === 'true' ? null : ending_before || starting_after || null;
  return { edgeId, isAscending: (direction === 'asc') !== isBackward(query), limit: limit + 1 };
}

/** Whether the page is read against the list's order. */
function isBackward({ ending_before, last }: KeysetQuery): boolean {
  return last === 'true' || ending_before !== '';
}

/**
 * Throws 409 for an empty page whose edge was deleted: its place in the order is unknown, and the page would
 * look like the end of the list.
 */
export async function checkEdge(
  rows: readonly unknown[],
  edgeId: string | null,
  find: (id: string) => Promise<unknown>,
): Promise<void> {
  if (edgeId === null || rows.length > 0 || (await find(edgeId))) return;
  throw new ConflictError('The list has changed. Start again.');
}

/** The page's rows in the list's order, and its pagination. `counted` is at most MAX_COUNTED + 1. */
export function toKeysetAnswer<Row>(
  rows: readonly Row[],
  query: KeysetQuery,
  counted: number,
): { rows: Row[]; pagination: KeysetPagination } {
  const { edgeId } = toKeysetPage(query);
  const isReversed = isBackward(query);
  const hasMore = rows.length > query.limit;
  const page = rows.slice(0, query.limit);
  return {
    rows: isReversed ? page.reverse() : page,
    pagination: {
      limit: query.limit,
      has_previous: isReversed ? hasMore : edgeId !== null,
      has_next: isReversed ? edgeId !== null : hasMore,
      total: Math.min(counted, MAX_COUNTED),
      is_total_exact: counted <= MAX_COUNTED,
    },
  };
}

/** A page by key, or by number with the rows before it as `offset`. */
export type ListPage = KeysetPage & { offset: number };

export function toListPage(query: ListQuery): ListPage {
  const offset = isByKey(query) ? 0 : (query.page - 1) * query.limit;
  return { ...toKeysetPage(query), offset };
}

/** The LIMIT of the count; null for none. */
export function toCountLimit({ count }: ListQuery): number | null {
  return count === 'limited' ? MAX_COUNTED + 1 : null;
}

/** As `toKeysetAnswer`, for both kinds of pages. `counted` is at most `toCountLimit`. */
export function toListAnswer<Row>(
  rows: readonly Row[],
  query: ListQuery,
  counted: number,
): { rows: Row[]; pagination: ListPagination } {
  const { rows: page, pagination } = toKeysetAnswer(rows, query, counted);
  if (query.count === 'exact') return { rows: page, pagination: paginate(query, counted) };
  const { total, has_next, is_total_exact } = pagination;
  const has_previous = isByKey(query) ? pagination.has_previous : query.page > 1;
  return {
    rows: page,
    pagination: { ...paginate(query, total), has_previous, has_next, is_total_exact },
  };
}

function isByKey({ starting_after, ending_before, last }: ListQuery): boolean {
  return starting_after !== '' || ending_before !== '' || last === 'true';
}

/** An empty list has no page. */
function paginate(
  { page, limit }: { page: number; limit: number },
  total: number,
): z.output<typeof pagination> {
  return { page, limit, total, pages: Math.ceil(total / limit) };
}
