import type { OverviewDays } from '@cairn/contracts/http/staff-overview.ts';

const BEFORE: Record<OverviewDays, string> = {
  '1': 'yesterday until this time',
  '7': 'in the 7 days before',
  '30': 'in the 30 days before',
};

/** `$120 in the 7 days before, up 50 %`. */
export function describeChange(
  current: number,
  previous: number,
  { days, format }: { days: OverviewDays; format: (value: number) => string },
): string {
  const before = `${format(previous)} ${BEFORE[days]}`;
  if (current === previous) return `${before}, the same`;
  if (previous === 0) return before;
  const change = Math.round((Math.abs(current - previous) / previous) * 100);
  return `${before}, ${current > previous ? 'up' : 'down'} ${change.toLocaleString('en-US')} %`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `none`, `45 s`, `12 min`, `3 h`, `2 days`. */
export function describeAge(seconds: number): string {
  if (seconds <= 0) return 'none';
  if (seconds < 2 * MINUTE) return `${Math.ceil(seconds)} s`;
  if (seconds < 2 * HOUR) return `${Math.round(seconds / MINUTE)} min`;
  return seconds < 2 * DAY
    ? `${Math.round(seconds / HOUR)} h`
    : `${Math.round(seconds / DAY)} days`;
}
