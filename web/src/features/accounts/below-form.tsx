import type { ReactNode } from 'react';
import styles from './accounts.module.css';

export function BelowForm({ children }: { children: ReactNode }) {
  return <p className={styles['below']}>{children}</p>;
}
