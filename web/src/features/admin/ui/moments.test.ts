import { expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from './moments.ts';

it.each(['2026-03-01T12:34:00.000Z', '2026-11-01T06:30:00.000Z', '1999-12-31T23:59:00.000Z'])(
  '%s survives the conversion to local input and back',
  (moment) => {
    expect(toLocalInput(moment)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/);
    expect(fromLocalInput(toLocalInput(moment))).toBe(moment);
  },
);

it.each(['', 'soon', '2026-13-01T00:00'])('returns null for invalid local input %j', (local) => {
  expect(fromLocalInput(local)).toBeNull();
});

it('returns empty local input for null', () => {
  expect(toLocalInput(null)).toBe('');
});
