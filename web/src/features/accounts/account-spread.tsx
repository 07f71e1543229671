import type { ReactNode } from 'react';
import { Terrain } from '../../components/art/terrain.tsx';
import { Page } from '../../components/ui/layout.tsx';
import styles from './accounts.module.css';

/** A form on the left page, the map on the right one where there is room. */
export function AccountSpread({ children, seed }: { children: ReactNode; seed: string }) {
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

export function BelowForm({ children }: { children: ReactNode }) {
  return <p className={styles['below']}>{children}</p>;
}
