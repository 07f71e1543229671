import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Area } from './describe-area.ts';
import styles from './map.module.css';
import { drawOverview, loadStates, pathOf, TEXT_SIZE } from './overview.ts';

type Props = { area: Area; previous: readonly Area[] };

/** Where the circle lies, as a drawing in the corner of a map on which it is too small to be seen. */
export function AreaOverview({ area, previous }: Props) {
  const { data: states } = useQuery({
    queryKey: ['states'],
    queryFn: loadStates,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const overview = useMemo(
    () => states && drawOverview(states, area, previous),
    [states, area, previous],
  );
  if (!overview) return null;
  const { reach, outlines, labels, circles, state } = overview;
  return (
    <svg
      className={styles['overview']}
      viewBox={`${-reach} ${-reach} ${2 * reach} ${2 * reach}`}
      role="img"
      aria-label={`Overview: the circle ${state ? `in ${state}` : 'and the states around it'}`}
    >
      {outlines.map((outline) => (
        <path key={outline.name} className={styles['state']} d={pathOf(outline)} />
      ))}
      {labels.map(({ name, x, y }) => (
        <text key={name} x={x} y={y} fontSize={TEXT_SIZE * reach}>
          {name}
        </text>
      ))}
      {circles.map(({ x, y, radius }, index) => (
        <circle
          key={`${x} ${y} ${radius}`}
          className={index < previous.length ? styles['previous'] : styles['circle']}
          cx={x}
          cy={y}
          r={radius}
        />
      ))}
    </svg>
  );
}
