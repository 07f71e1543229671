import type { ReactNode } from 'react';
import { Link } from '../../../components/ui/link.tsx';
import styles from './overview.module.css';

type Props = {
  label: string;
  value: string;
  note?: string;
  /** The list that the number counts. */
  to: string;
  /** The number asks for an act of staff. */
  isBad?: boolean;
};

/** A number that leads to its list. Belongs into `Tiles`. */
export function Tile({ label, value, note, to, isBad = false }: Props) {
  return (
    <li className={styles['tile']}>
      <h3 className={styles['label']}>
        <Link to={to}>{label}</Link>
      </h3>
      <p className={isBad ? styles['bad'] : styles['value']}>{value}</p>
      {note && <p className={styles['note']}>{note}</p>}
    </li>
  );
}

export function Tiles({ children }: { children: ReactNode }) {
  return <ul className={styles['tiles']}>{children}</ul>;
}
