import { expect, it } from 'vitest';
import { describeArea, describeShrinking } from './describe-area.ts';

it('formats the circle in kilometres, miles and degrees', () => {
  expect(describeArea({ lat: 42.64, lng: -72.93, radius_m: 12_000 })).toBe(
    'The circle: 12 km (7.5 miles) around 42.64° N, 72.93° W',
  );
  expect(describeArea({ lat: -33.5, lng: 18.126, radius_m: 950 })).toBe(
    'The circle: 1 km (0.6 miles) around 33.50° S, 18.13° E',
  );
});

it('says from which radius the circle has shrunk', () => {
  expect(describeShrinking([{ radius_m: 12_000 }, { radius_m: 9_000 }, { radius_m: 6_500 }])).toBe(
    'It has shrunk from a radius of 12 km to 6.5 km. Earlier circles are faint outlines.',
  );
  expect(describeShrinking([{ radius_m: 12_000 }])).toBeNull();
  expect(describeShrinking([{ radius_m: 5_000 }, { radius_m: 6_000 }])).toBeNull();
});
