import { expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from './moments.ts';

it.each(['2026-03-01T12:34:00.000Z', '2026-11-01T06:30:00.000Z', '1999-12-31T23:59:00.000Z'])(
  '%s is the same moment after an input showed it',
  (moment) => {
    expect(toLocalInput(moment)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    expect(fromLocalInput(toLocalInput(moment))).toBe(moment);
  },
);

it.each(['', 'soon', '2026-13-01T00:00'])('%j names no moment', (local) => {
  expect(fromLocalInput(local)).toBeNull();
});

it('an input without a moment is empty', () => {
  expect(toLocalInput(null)).toBe('');
});
