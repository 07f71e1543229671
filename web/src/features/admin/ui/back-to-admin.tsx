import { Link } from 'react-router-dom';
import { searchOfTab } from '../last-search.ts';
import styles from './admin.module.css';

/** To the list as it was left. */
export function BackToAdmin({ tab }: { tab: string }) {
  return (
    <Link to={{ pathname: '/admin', search: searchOfTab(tab) }} className={styles['back']}>
      ← Back to Admin Dashboard
    </Link>
  );
}
