import { Link } from '../../../components/ui/link.tsx';
import { readTabSearch } from '../tab-search.ts';
import styles from './admin.module.css';

/** Links to the list with its last filters and page. */
export function BackToAdmin({ tab }: { tab: string }) {
  return (
    <Link to={{ pathname: '/admin', search: readTabSearch(tab) }} className={styles['back']}>
      ← Back to Admin Dashboard
    </Link>
  );
}
