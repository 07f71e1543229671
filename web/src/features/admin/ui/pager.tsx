import { Button } from '../../../components/ui/button.tsx';
import styles from './admin.module.css';

type Pagination = { page: number; limit: number; total: number; pages: number };
type Props = {
  pagination: Pagination;
  /** Plural noun of the items: `accounts`. */
  noun: string;
  onPage: (page: number) => void;
};

export function Pager({ pagination, noun, onPage }: Props) {
  const { page, limit, total, pages } = pagination;
  // Beyond the last page (after a deletion, or by an old link) Previous leads to the last page.
  const isBeyond = page > pages;
  const from = isBeyond || total === 0 ? 0 : (page - 1) * limit + 1;
  const to = isBeyond ? 0 : Math.min(page * limit, total);
  return (
    <nav className={styles['pager']} aria-label={`Pages of ${noun}`}>
      <p role="status">
        Showing {from} to {to} of {total} {noun}
      </p>
      <div className={styles['actions']}>
        <Button
          variant="quiet"
          disabled={page <= 1}
          onClick={() => onPage(isBeyond ? Math.max(pages, 1) : page - 1)}
        >
          Previous
        </Button>
        <Button variant="quiet" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}
