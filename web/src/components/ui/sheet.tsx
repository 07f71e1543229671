import type { ComponentProps, ReactNode } from 'react';
import { Stones } from '../art/mark.tsx';
import styles from './sheet.module.css';

type Props = ComponentProps<'article'> & {
  /** What can be done with it; not printed. */
  actions: ReactNode;
};

/** A paper to keep, on the screen as in print: without the site around it. */
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
