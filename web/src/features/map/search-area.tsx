import { lazy, Suspense } from 'react';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { useIsNear } from '../../lib/use-is-near.ts';
import { type Area, describeArea, describeShrinking } from './describe-area.ts';
import styles from './map.module.css';
import { mapsUrl } from './maps-url.ts';

// Leaflet is as large as a page, so it loads when the map is about to be visible.
const AreaMap = lazy(() => import('./area-map.tsx').then((m) => ({ default: m.AreaMap })));

const CAPTION =
  'The treasure is inside this circle. The circle may shrink and shift during the hunt.';

type Props = {
  area: Area;
  /** Older circles, the oldest first. */
  previous: readonly Area[];
  hunt: { handle: string; title: string };
};

/** The search area as a circle on a map and as text. */
export function SearchArea({ area, previous, hunt: { handle, title } }: Props) {
  const { ref, isNear } = useIsNear<HTMLElement>();
  const shrinking = describeShrinking([...previous, area]);
  return (
    <figure ref={ref} className={styles['figure']}>
      <div className={styles['frame']}>
        <Suspense fallback={<Skeleton height="100%" />}>
          {isNear ? (
            <AreaMap
              area={area}
              previous={previous}
              title={title}
              startsWide={handle === 'porter-stash'}
            />
          ) : (
            <Skeleton height="100%" />
          )}
        </Suspense>
      </div>
      <figcaption className={styles['caption']}>
        <p>{area.caption ?? CAPTION}</p>
        <p className={styles['words']}>{describeArea(area)}</p>
        {shrinking && <p className={styles['words']}>{shrinking}</p>}
        <p className={styles['words']}>
          <a href={mapsUrl(area)} target="_blank" rel="noreferrer">
            Open in Maps<VisuallyHidden> (opens a new tab)</VisuallyHidden>
          </a>
        </p>
      </figcaption>
    </figure>
  );
}
