import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import styles from './overview.module.css';
import { type Day, formatUtcDay, type Series } from './trend-series.ts';

/** Lines differ by colour and by dashes. */
export const LINES = [
  { stroke: 'var(--series-1)', strokeDasharray: undefined },
  { stroke: 'var(--series-2)', strokeDasharray: '7 4' },
  { stroke: 'var(--series-3)', strokeDasharray: '2 3' },
  { stroke: 'var(--series-4)', strokeDasharray: '10 3 2 3' },
  { stroke: 'var(--series-5)', strokeDasharray: '4 2' },
  { stroke: 'var(--series-6)', strokeDasharray: '1 5' },
];

type Props = { days: Day[]; series: Series[]; format: (value: number) => string };

/** Loaded on demand: the chart library is used on this page only. Not animated. */
export function TrendLines({ days, series, format }: Props) {
  const axis = { stroke: 'var(--line-strong)', tick: { fill: 'var(--ink-soft)', fontSize: 13 } };
  return (
    <div className={styles['lines']}>
      <ResponsiveContainer width="100%" height="100%">
        <LineChart
          data={days}
          accessibilityLayer={false}
          margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis dataKey="day" tickFormatter={formatUtcDay} minTickGap={28} {...axis} />
          <YAxis tickFormatter={format} width={64} allowDecimals={false} {...axis} />
          <Tooltip
            isAnimationActive={false}
            labelFormatter={(day) => formatUtcDay(String(day))}
            formatter={(value) => format(Number(value))}
            contentStyle={{ background: 'var(--surface)', border: '1px solid var(--line-strong)' }}
            labelStyle={{ color: 'var(--ink)' }}
            cursor={{ stroke: 'var(--line-strong)' }}
          />
          {series.map(({ id, title }, index) => (
            <Line
              key={id}
              dataKey={id}
              name={title}
              type="linear"
              dot={false}
              strokeWidth={2.5}
              isAnimationActive={false}
              {...LINES[index]}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}
