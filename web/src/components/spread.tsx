import type { ReactNode } from 'react';
import { Terrain } from './art/terrain.tsx';
import styles from './spread.module.css';
import { Page } from './ui/layout.tsx';

/** A short text or form on the left, the map on the right if there is space. */
export function Spread({ children, seed }: { children: ReactNode; seed: string }) {
  return (
    <Page>
      <div className={styles['spread']}>
        <div className={styles['sheet']}>{children}</div>
        <div className={styles['plate']}>
          <Terrain seed={seed} />
        </div>
      </div>
    </Page>
  );
}
