import { expect, it } from 'vitest';
import { daysOf, listDays, overviewPeriod } from './overview-period.ts';

const at = (text: string) => new Date(text);

it('today is compared with the same hours of yesterday', () => {
  expect(overviewPeriod('1', at('2026-03-01T09:30:00.000Z'))).toEqual({
    from: at('2026-03-01T00:00:00.000Z'),
    to: at('2026-03-01T09:30:00.000Z'),
    previousFrom: at('2026-02-28T00:00:00.000Z'),
    previousTo: at('2026-02-28T09:30:00.000Z'),
  });
});

it('seven days include today', () => {
  const period = overviewPeriod('7', at('2026-03-03T23:59:59.999Z'));
  expect(daysOf(period)).toEqual({ from: '2026-02-25', to: '2026-03-03' });
  expect(listDays(period)).toHaveLength(7);
  expect(period.previousFrom).toEqual(at('2026-02-18T00:00:00.000Z'));
  expect(period.previousTo).toEqual(at('2026-02-24T23:59:59.999Z'));
});

it('midnight belongs to the day that begins', () => {
  expect(listDays(overviewPeriod('1', at('2026-03-01T00:00:00.000Z')))).toEqual(['2026-03-01']);
});
