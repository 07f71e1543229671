import type { ReactNode } from 'react';
import styles from './live-region.module.css';

/**
 * Announces messages that appear later. Screen readers announce changes only of regions that exist already,
 * so render this before its content. Errors use `role="alert"` instead; notices after a closing
 * dialog take the focus.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" className={styles['region']}>
      {children}
    </div>
  );
}
