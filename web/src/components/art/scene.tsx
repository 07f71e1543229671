import type { ReactNode } from 'react';
import styles from './scene.module.css';

/** The frame of a region's picture: always 640 × 420. */
export function Scene({ label, children }: { label: string; children: ReactNode }) {
  return (
    <svg className={styles['scene']} viewBox="0 0 640 420" role="img" aria-label={label}>
      {children}
    </svg>
  );
}
