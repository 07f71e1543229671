import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Reserves the space of loading content; `height` is a CSS length. */
export function Skeleton({ height, width }: { height: string; width?: string }) {
  return <span className={styles['skeleton']} style={{ height, width }} aria-hidden="true" />;
}

export function LoadingLabel({ children }: { children: string }) {
  return <VisuallyHidden role="status">{children}</VisuallyHidden>;
}
