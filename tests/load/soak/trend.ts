/** Values of one figure over time, in hours. */
export type Series = { hours: number; value: number }[];

export type Trend = {
  first: number;
  last: number;
  /** Least squares. */
  perHour: number;
  /** The slope that is exceeded with 97.5 % confidence: two standard errors lower. */
  atLeastPerHour: number;
};

export function trendOf(series: Series): Trend {
  const count = series.length;
  const mean = (of: (point: Series[number]) => number) =>
    series.reduce((sum, point) => sum + of(point), 0) / count;
  const [time, level] = [mean(({ hours }) => hours), mean(({ value }) => value)];
  const spread = series.reduce((sum, { hours }) => sum + (hours - time) ** 2, 0);
  const shared = series.reduce(
    (sum, { hours, value }) => sum + (hours - time) * (value - level),
    0,
  );
  const perHour = spread === 0 ? 0 : shared / spread;
  const rest = series.reduce(
    (sum, { hours, value }) => sum + (value - level - perHour * (hours - time)) ** 2,
    0,
  );
  const error = count > 2 && spread > 0 ? Math.sqrt(rest / (count - 2) / spread) : Infinity;
  return {
    first: series[0]?.value ?? Number.NaN,
    last: series.at(-1)?.value ?? Number.NaN,
    perHour,
    atLeastPerHour: perHour - 2 * error,
  };
}
