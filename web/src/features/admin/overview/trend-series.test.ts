import { expect, it } from 'vitest';
import { formatUtcDay, listDays, listSeries, type Point } from './trend-series.ts';

const point = (hunt_id: string, day: string, value: number): Point => ({
  ...{ hunt_id, hunt_title: `Hunt ${hunt_id}`, day, value },
});

it('fills days without a value, over the end of a month', () => {
  const points = [point('a', '2026-02-28', 2), point('b', '2026-03-02', 3)];
  expect(listDays(points, { from: '2026-02-28', to: '2026-03-02' })).toEqual([
    { day: '2026-02-28', a: 2, b: 0 },
    { day: '2026-03-01', a: 0, b: 0 },
    { day: '2026-03-02', a: 0, b: 3 },
  ]);
});

it('orders hunts by their last value, then by title', () => {
  const points = [
    ...[point('a', '2026-03-01', 9), point('b', '2026-03-01', 1)],
    ...[point('a', '2026-03-02', 2), point('b', '2026-03-02', 5), point('c', '2026-03-02', 2)],
  ];
  expect(listSeries(points).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
});

it('formats a day in UTC', () => {
  expect(formatUtcDay('2026-11-03')).toBe('Nov 3');
});
