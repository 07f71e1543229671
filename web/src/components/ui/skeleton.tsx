import styles from './skeleton.module.css';
import { Unseen } from './unseen.tsx';

/** Holds the room of what is still loading; `height` is a CSS length. */
export function Skeleton({ height, width }: { height: string; width?: string }) {
  return <span className={styles['skeleton']} style={{ height, width }} aria-hidden="true" />;
}

export function LoadingLabel({ children }: { children: string }) {
  return <Unseen role="status">{children}</Unseen>;
}
