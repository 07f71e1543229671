import {
  type KeysetPagination,
  type KeysetQuery,
  MAX_COUNTED,
} from '@cairn/contracts/http/pages.ts';

/** What a store needs to read one page and the row after it. */
export type KeysetPage = {
  /** The row at the page's edge; null at an end of the list. */
  edgeId: string | null;
  /** Reads against the list's order; the rows are reversed afterwards. */
  isBackward: boolean;
  /** One more than the page has, to see whether rows follow. */
  limit: number;
};

export function toKeysetPage({
  limit,
  starting_after,
  ending_before,
  last,
}: KeysetQuery): KeysetPage {
  const isBackward = last === 'true' || ending_before !== '';
  const edgeId = last === 'true' ? null : ending_before || starting_after || null;
  return { edgeId, isBackward, limit: limit + 1 };
}

/** The page's rows in the list's order, and its pagination. `counted` is at most MAX_COUNTED + 1. */
export function toKeysetAnswer<Row>(
  rows: readonly Row[],
  query: KeysetQuery,
  counted: number,
): { rows: Row[]; pagination: KeysetPagination } {
  const { edgeId, isBackward } = toKeysetPage(query);
  const hasMore = rows.length > query.limit;
  const page = rows.slice(0, query.limit);
  return {
    rows: isBackward ? page.reverse() : page,
    pagination: {
      limit: query.limit,
      has_previous: isBackward ? hasMore : edgeId !== null,
      has_next: isBackward ? edgeId !== null : hasMore,
      total: Math.min(counted, MAX_COUNTED),
      is_total_exact: counted <= MAX_COUNTED,
    },
  };
}
