import type { ReactNode } from 'react';
import styles from './figure.module.css';

type Props = { label: string; children: ReactNode; note?: string; isLarge?: boolean };

/** A labelled number. Belongs into a `dl`. */
export function Figure({ label, children, note, isLarge }: Props) {
  return (
    <div className={styles['figure']}>
      <dt className={styles['label']}>{label}</dt>
      <dd className={`${styles['value']} ${isLarge ? styles['large'] : ''}`}>{children}</dd>
      {note && <dd className={styles['note']}>{note}</dd>}
    </div>
  );
}
