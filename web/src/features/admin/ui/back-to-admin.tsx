import { Link } from '../../../components/ui/link.tsx';
import styles from './admin.module.css';

/** The last URL parameters of each tab, restored when the tab opens again. */
const searches = new Map<string, string>();

export function saveTabSearch(tab: string, search: string): void {
  searches.set(tab, search);
}

export function readTabSearch(tab: string): string {
  return searches.get(tab) ?? (tab === 'users' ? '' : `tab=${tab}`);
}

/** Links to the list with its last filters and page. */
export function BackToAdmin({ tab }: { tab: string }) {
  return (
    <Link to={{ pathname: '/admin', search: readTabSearch(tab) }} className={styles['back']}>
      ← Back to Admin Dashboard
    </Link>
  );
}
