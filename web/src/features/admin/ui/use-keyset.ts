import type { Sorting } from './data-table.tsx';
import { useUrlState } from './use-url-state.ts';

export const PAGE_SIZES = [10, 25, 50, 100] as const;

const DIRECTIONS = ['asc', 'desc'] as const;

/** No key: the first page. */
export type KeysetPosition = {
  starting_after?: string;
  ending_before?: string;
  last?: '' | 'true';
};

/**
 * A place in a list, by key or by the page number of a link, its page size and its order, in URL
 * parameters.
 */
export function useKeyset(
  defaultSize: (typeof PAGE_SIZES)[number] = 25,
  order: Pick<Sorting, 'direction'> & { sort: string } = { sort: 'created_at', direction: 'desc' },
) {
  const { get, set, page } = useUrlState();
  const size = Number(get('size'));
  const limit = PAGE_SIZES.find((known) => known === size) ?? defaultSize;
  const position: KeysetPosition = {
    starting_after: get('after'),
    ending_before: get('before'),
    last: get('last') ? 'true' : '',
  };
  const by = get('sort') || order.sort;
  const direction = DIRECTIONS.find((known) => known === get('direction')) ?? order.direction;
  const query = { ...position, limit, direction } as const;
  function sortBy(next: string) {
    const isReversed = next === by && direction === 'asc';
    set({ sort: next, direction: isReversed ? 'desc' : 'asc', ...FIRST_PAGE }, { isTyping: true });
  }
  const sorting: Sorting = { by, direction, onSort: sortBy };
  const isByKey = Object.values(position).some(Boolean);
  /** `first` is the place of the page's first row in the list. */
  function moveTo(next: KeysetPosition, first: number | null) {
    const { starting_after = '', ending_before = '', last = '' } = next;
    const isStart = starting_after === '' && ending_before === '' && last === '';
    const place = isStart || first === null ? '' : String(first);
    set({ after: starting_after, before: ending_before, last, first: place, page: '' });
  }
  return {
    query,
    sorting,
    /** For lists that also have pages by number. */
    listQuery: { ...query, page, count: 'limited' as const },
    /** The place of the first row, from 1; null if it is unknown. */
    first: readFirst(get('first'), { isByKey, fallback: (page - 1) * limit + 1 }),
    moveTo,
    setSize: (next: string) => set({ size: next, ...FIRST_PAGE }),
  };
}

function readFirst(first: string, { isByKey, fallback }: { isByKey: boolean; fallback: number }) {
  if (!isByKey) return fallback;
  return /^\d{1,9}$/.test(first) ? Number(first) : null;
}

/** Parameters that a changed filter clears: it starts at the first page. */
export const FIRST_PAGE = { after: '', before: '', last: '', first: '', page: '' };
