import type { KeysetPagination } from '@cairn/contracts/http/pages.ts';
import { Button } from '../../../components/ui/button.tsx';
import styles from './admin.module.css';
import { FilterSelect } from './filters.tsx';
import { PAGE_SIZES, type useKeyset } from './use-keyset.ts';

type Props = {
  pagination: KeysetPagination;
  ids: readonly string[];
  /** Plural noun of the items: `purchases`. */
  noun: string;
  keyset: ReturnType<typeof useKeyset>;
};

export function KeysetPager({ pagination, ids, noun, keyset }: Props) {
  const { limit, total, is_total_exact, has_previous, has_next } = pagination;
  const { moveTo, setSize } = keyset;
  return (
    <nav className={styles['pager']} aria-label={`Pages of ${noun}`}>
      <p role="status">
        {ids.length} of {is_total_exact ? '' : 'more than '}
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
        <Button variant="quiet" disabled={!has_previous} onClick={() => moveTo({})}>
          First
        </Button>
        <Button
          variant="quiet"
          disabled={!has_previous}
          onClick={() => moveTo({ ending_before: ids[0] })}
        >
          Previous
        </Button>
        <Button
          variant="quiet"
          disabled={!has_next}
          onClick={() => moveTo({ starting_after: ids.at(-1) })}
        >
          Next
        </Button>
        <Button variant="quiet" disabled={!has_next} onClick={() => moveTo({ last: 'true' })}>
          Last
        </Button>
      </div>
    </nav>
  );
}
