import { expect, it } from 'vitest';
import { hashesAtOnce } from './passwords.ts';

it.each([
  [1, 1],
  [2, 1],
  [4, 3],
  [64, 3],
])(
  'with %i cores hashes %i passwords at once, so that others are answered meanwhile',
  (cores, most) => {
    expect(hashesAtOnce(cores)).toBe(most);
  },
);
