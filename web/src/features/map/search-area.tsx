import { lazy, Suspense } from 'react';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useIsNear } from '../../lib/use-is-near.ts';
import type { Area } from './area.ts';
import { describeArea } from './describe-area.ts';
import styles from './map.module.css';

// Leaflet is as large as a page, so it loads when the map is about to be visible.
const AreaMap = lazy(() => import('./area-map.tsx').then((m) => ({ default: m.AreaMap })));

const CAPTION =
  'The treasure is inside this circle. The circle may shrink and shift during the hunt.';

/** The search area as a circle on a map and as text. */
export function SearchArea({ area, title }: { area: Area; title: string }) {
  const { ref, isNear } = useIsNear<HTMLElement>();
  return (
    <figure ref={ref} className={styles['figure']}>
      <div className={styles['frame']}>
        <Suspense fallback={<Skeleton height="100%" />}>
          {isNear ? <AreaMap area={area} title={title} /> : <Skeleton height="100%" />}
        </Suspense>
      </div>
      <figcaption className={styles['caption']}>
        <p>{area.caption ?? CAPTION}</p>
        <p className={styles['words']}>{describeArea(area)}</p>
      </figcaption>
    </figure>
  );
}
