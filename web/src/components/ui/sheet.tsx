import type { ComponentProps, ReactNode } from 'react';
import { Stones } from '../art/mark.tsx';
import styles from './sheet.module.css';

type Props = ComponentProps<'article'> & {
  /** Actions below the sheet; not printed. */
  actions: ReactNode;
};

/** A document for screen and print; prints without the rest of the page. */
export function Sheet({ actions, ...rest }: Props) {
  return (
    <div className={styles['place']}>
      <article {...rest} className={styles['sheet']} />
      <div className={styles['actions']}>{actions}</div>
    </div>
  );
}

export function SheetBrand() {
  return (
    <p className={styles['brand']}>
      <Stones className={styles['stones']} />
      Cairn
    </p>
  );
}
