/** The value of one hunt on one day. */
export type Point = { hunt_id: string; hunt_title: string; day: string; value: number };

export type Hunt = { id: string; title: string };

/** A hunt with its last value. */
export type Series = Hunt & { last: number };

/** A day, with the values by hunt id. */
export type Day = { day: string } & Record<string, number | string>;

/** More lines cannot be distinguished; the table has all hunts. */
export const MAX_LINES = 6;

/** The hunts of the points, those with the highest last value first; equal ones by title. */
export function listSeries(points: readonly Point[]): Series[] {
  const series = new Map<string, Series>();
  for (const { hunt_id, hunt_title, value } of points) {
    series.set(hunt_id, { id: hunt_id, title: hunt_title, last: value });
  }
  return [...series.values()].toSorted(
    (one, other) => other.last - one.last || one.title.localeCompare(other.title),
  );
}

/** One row for each day from the first to the last; a missing value is 0. */
export function listDays(
  points: readonly Point[],
  { from, to }: { from: string; to: string },
): Day[] {
  const ids = new Set(points.map(({ hunt_id }) => hunt_id));
  const days = new Map<string, Day>();
  for (let time = Date.parse(from); time <= Date.parse(to); time += 86_400_000) {
    const day = new Date(time).toISOString().slice(0, 10);
    days.set(day, { day, ...Object.fromEntries([...ids].map((id) => [id, 0])) });
  }
  for (const { hunt_id, day, value } of points) {
    const row = days.get(day);
    if (row) row[hunt_id] = value;
  }
  return [...days.values()];
}

/** `Nov 3`: a day in UTC. */
export function formatUtcDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}
