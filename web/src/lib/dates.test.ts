import { expect, test } from 'vitest';
import { formatMoment } from './dates.ts';

test('a moment is shown with its time zone', () => {
  const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' })
    .formatToParts(new Date('2026-03-01T18:00:00Z'))
    .find(({ type }) => type === 'timeZoneName')?.value;
  expect(formatMoment('2026-03-01T18:00:00Z')).toMatch(
    new RegExp(`^\\w+day, \\w+ \\d+ at \\d+:00 [AP]M ${zone?.replace('+', '\\+')}$`),
  );
});
