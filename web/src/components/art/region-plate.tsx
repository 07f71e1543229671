import type { ReactNode } from 'react';
import { NightTrain } from './night-train.tsx';
import styles from './region-plate.module.css';
import { Terrain } from './terrain.tsx';
import { TollBridge } from './toll-bridge.tsx';

/** The picture of a hunt's region on a sheet of the map. */
export function RegionPlate({ handle }: { handle: string }) {
  return (
    <div className={styles['plate']} aria-hidden="true">
      <Terrain seed={handle} />
      {PICTURES[handle]}
    </div>
  );
}

const PICTURES: Readonly<Record<string, ReactNode>> = {
  'vt-troll-hunt': (
    <div className={`${styles['picture']} ${styles['bridge']}`}>
      <TollBridge />
    </div>
  ),
  'porter-stash': (
    <div className={`${styles['picture']} ${styles['train']}`}>
      <NightTrain />
    </div>
  ),
};
