import { expect, it } from 'vitest';
import { describeAge, describeChange } from './describe-change.ts';

const format = String;

it.each([
  [15, 10, '7', '10 in the 7 days before, up 50 %'],
  [5, 10, '30', '10 in the 30 days before, down 50 %'],
  [3, 3, '1', '3 yesterday until this time, the same'],
  [3, 0, '7', '0 in the 7 days before'],
  [0, 0, '7', '0 in the 7 days before, the same'],
] as const)('%d after %d (%s days): %s', (current, previous, days, text) => {
  expect(describeChange(current, previous, { days, format })).toBe(text);
});

it.each([
  [0, 'none'],
  [0.2, '1 s'],
  [119, '119 s'],
  [3_600, '60 min'],
  [10_800, '3 h'],
  [259_200, '3 days'],
])('an age of %d seconds is %s', (seconds, text) => {
  expect(describeAge(seconds)).toBe(text);
});
