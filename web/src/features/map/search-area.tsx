import { useEffect } from 'react';
import { Terrain } from '../../components/art/terrain.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { VisuallyHidden } from '../../components/ui/visually-hidden.tsx';
import { useOnDemand } from '../../lib/use-on-demand.ts';
import { useWasInView } from '../../lib/use-was-in-view.ts';
import { type Area, describeArea, describeShrinking } from './describe-area.ts';
import styles from './map.module.css';
import { mapsUrl } from './maps-url.ts';

// Leaflet is as large as a page, so it loads when the map is in view and the page has finished other work.
const importMap = async () => (await import('./area-map.tsx')).AreaMap;

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
  const { ref, wasInView } = useWasInView<HTMLElement>();
  const { Loaded: AreaMap, load, hasFailed } = useOnDemand(importMap);
  useEffect(() => {
    if (wasInView) load();
  }, [wasInView, load]);
  const shrinking = describeShrinking([...previous, area]);
  const startsWide = handle === 'porter-stash';
  return (
    <figure ref={ref} className={styles['figure']}>
      <div className={styles['frame']}>
        {AreaMap ? (
          <AreaMap area={area} previous={previous} title={title} startsWide={startsWide} />
        ) : (
          <Sketch handle={handle} hasCircle={!startsWide} />
        )}
      </div>
      <figcaption className={styles['caption']}>
        {hasFailed && <NoMap onRetry={load} />}
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

/** In place of the map until it is loaded, with the circle where the map will show it. */
function Sketch({ handle, hasCircle }: { handle: string; hasCircle: boolean }) {
  return (
    <div className={styles['sketch']} aria-hidden="true">
      <Terrain seed={handle} />
      {hasCircle && (
        <svg viewBox="0 0 100 100" aria-hidden="true">
          <circle className={styles['circle']} cx="50" cy="50" r="40" />
        </svg>
      )}
    </div>
  );
}

function NoMap({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="error">
      <p>The map could not be loaded. Try again, or load the page again.</p>
      <Button variant="quiet" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
