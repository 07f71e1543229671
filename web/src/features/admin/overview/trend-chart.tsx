import { lazy, Suspense, useId } from 'react';
import { Stack } from '../../../components/ui/layout.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import styles from './overview.module.css';
import {
  type Day,
  formatUtcDay,
  type Hunt,
  listDays,
  MAX_LINES,
  type Point,
  type Series,
} from './trend-series.ts';

const Lines = lazy(() => import('./trend-lines.tsx').then((m) => ({ default: m.TrendLines })));

type Props = {
  title: string;
  /** In the same order in each chart, so that a hunt has the same line in all of them. */
  hunts: Hunt[];
  points: Point[];
  period: { from: string; to: string };
  format: (value: number) => string;
};

/** A chart with a line per hunt, and the same numbers as a table. */
export function TrendChart({ title, hunts, points, period, format }: Props) {
  const titleId = useId();
  const days = listDays(points, period);
  const series = hunts.map((hunt) => ({ ...hunt, last: Number(days.at(-1)?.[hunt.id] ?? 0) }));
  const shown = series.slice(0, MAX_LINES);
  return (
    <section className={styles['chart']} aria-labelledby={titleId}>
      <h3 id={titleId}>{title}</h3>
      {series.length === 0 ? (
        <p className={styles['note']}>There is nothing to show in these 30 days.</p>
      ) : (
        <Stack>
          <div role="img" aria-label={`${title}: ${describe(shown, format)}`}>
            <Suspense fallback={<Skeleton height="16rem" />}>
              <Lines days={days} series={shown} format={format} />
            </Suspense>
          </div>
          <Legend shown={shown} hidden={series.length - shown.length} />
          <details>
            <summary>{title} as a table</summary>
            <TrendTable title={title} days={days} series={series} format={format} />
          </details>
        </Stack>
      )}
    </section>
  );
}

function describe(series: Series[], format: Props['format']): string {
  return series.map(({ title, last }) => `${title}, last ${format(last)}`).join('; ');
}

function Legend({ shown, hidden }: { shown: Series[]; hidden: number }) {
  return (
    <div>
      <ul className={styles['legend']} aria-hidden="true">
        {shown.map(({ id, title }, index) => (
          <li key={id}>
            <svg
              className={styles['swatch']}
              data-line={index + 1}
              viewBox="0 0 32 8"
              aria-hidden="true"
            >
              <line x1="0" x2="32" y1="4" y2="4" />
            </svg>
            {title}
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className={styles['note']}>
          {hidden} more {hidden === 1 ? 'hunt is' : 'hunts are'} in the table.
        </p>
      )}
    </div>
  );
}

function TrendTable({
  title,
  days,
  series,
  format,
}: Pick<Props, 'title' | 'format'> & { days: Day[]; series: Series[] }) {
  const columns: Column<Day>[] = [
    { title: 'Day (UTC)', cell: ({ day }) => formatUtcDay(day) },
    ...series.map(
      ({ id, title }): Column<Day> => ({
        title,
        isNumber: true,
        cell: (row) => format(Number(row[id] ?? 0)),
      }),
    ),
  ];
  return (
    <DataTable
      label={title}
      columns={columns}
      rows={days.toReversed()}
      keyOf={({ day }) => day}
      emptyText=""
    />
  );
}
