import { Terrain } from '../../components/art/terrain.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import styles from './hunt-card.module.css';

/** Placeholder of a hunt card: the map first, the text later. */
export function HuntCardLoading() {
  return (
    <div className={styles['card']} aria-hidden="true">
      <div className={styles['map']}>
        <Terrain seed="" />
      </div>
      <div className={styles['body']}>
        <Skeleton height="1.5rem" width="8rem" />
        <Skeleton height="2.5rem" width="16rem" />
        <Skeleton height="9rem" />
        <div className={styles['foot']}>
          <Skeleton height="7rem" />
          <Skeleton height="3rem" width="15rem" />
        </div>
      </div>
    </div>
  );
}
