import type { ReactNode } from 'react';
import styles from './live-region.module.css';

/**
 * For what comes to be said while somebody is here. A screen reader speaks what changes in a region
 * that it knows already, so this one stands in the page before there is anything to say. Errors are
 * alerts of their own and are told beside it; what a closing dialog leaves behind takes the focus.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={styles['region']}>
      {children}
    </div>
  );
}
