import type { KeysetPagination } from '@cairn/contracts/http/pages.ts';
import { Button } from '../../../components/ui/button.tsx';
import styles from './admin.module.css';
import { FilterSelect } from './filters.tsx';
import { PAGE_SIZES, type useKeyset } from './use-keyset.ts';

type Props = {
  /** With `page`: of a list that also has pages by number, whose rows have a place. */
  pagination: Pick<KeysetPagination, 'limit' | 'total'> &
    Partial<KeysetPagination> & { page?: number };
  ids: readonly string[];
  /** Plural noun of the items: `purchases`. */
  noun: string;
  keyset: ReturnType<typeof useKeyset>;
};

export function KeysetPager({ pagination, ids, noun, keyset }: Props) {
  const { limit, total, is_total_exact = true } = pagination;
  const { has_previous = false, has_next = false } = pagination;
  const { first, moveTo, setSize } = keyset;
  const firstOfLast = Math.max(1, total - limit + 1);
  function goBack() {
    // Beyond the end of the list, after a deletion or by an old link.
    if (ids.length === 0) moveTo({ last: 'true' }, firstOfLast);
    else moveTo({ ending_before: ids[0] }, first && Math.max(1, first - limit));
  }
  return (
    <nav className={styles['pager']} aria-label={`Pages of ${noun}`}>
      <p role="status">
        {pagination.page === undefined ? ids.length : `Showing ${placeOf(first, ids.length)}`} of{' '}
        {is_total_exact ? '' : 'more than '}
        {total.toLocaleString('en-US')} {noun}
      </p>
      <div className={styles['actions']}>
        <FilterSelect label="Page size" value={String(limit)} onChoose={setSize}>
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {size} rows
            </option>
          ))}
        </FilterSelect>
        <Button variant="quiet" disabled={!has_previous} onClick={() => moveTo({}, 1)}>
          First
        </Button>
        <Button variant="quiet" disabled={!has_previous} onClick={goBack}>
          Previous
        </Button>
        <Button
          variant="quiet"
          disabled={!has_next}
          onClick={() => moveTo({ starting_after: ids.at(-1) }, first && first + ids.length)}
        >
          Next
        </Button>
        <Button
          variant="quiet"
          disabled={!has_next}
          onClick={() => moveTo({ last: 'true' }, is_total_exact ? firstOfLast : null)}
        >
          Last
        </Button>
      </div>
    </nav>
  );
}

/** `11 to 20`; only the number of rows if their place is unknown. */
function placeOf(first: number | null, rows: number): string {
  if (rows === 0) return '0 to 0';
  return first === null ? String(rows) : `${first} to ${first + rows - 1}`;
}
