import type { ComponentProps } from 'react';
import styles from './unseen.module.css';

/** Read by screen readers only. */
export function Unseen(props: ComponentProps<'span'>) {
  return <span {...props} className={styles['unseen']} />;
}
