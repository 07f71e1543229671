import type { OverviewDays } from '@cairn/contracts/http/staff-overview.ts';

const DAY_MS = 86_400_000;

/** A period of an overview, and the one before; `from` is inclusive, `to` exclusive. */
export type OverviewPeriod = { from: Date; to: Date; previousFrom: Date; previousTo: Date };

/**
 * The last `days` days in UTC until `now`. The previous period has the same hours of as many days
 * before, so that a part of a day is not compared with a full one.
 */
export function overviewPeriod(days: OverviewDays | number, now = new Date()): OverviewPeriod {
  const length = Number(days) * DAY_MS;
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const from = today - length + DAY_MS;
  return {
    from: new Date(from),
    to: now,
    previousFrom: new Date(from - length),
    previousTo: new Date(now.getTime() - length),
  };
}

/** Its first and last day, both inclusive. */
export function daysOf({ from, to }: OverviewPeriod): { from: string; to: string } {
  return { from: toDay(from), to: toDay(to) };
}

/** Every day of the period, as `2026-01-31`. */
export function listDays({ from, to }: OverviewPeriod): string[] {
  const count = Math.floor((to.getTime() - from.getTime()) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) =>
    toDay(new Date(from.getTime() + index * DAY_MS)),
  );
}

function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
