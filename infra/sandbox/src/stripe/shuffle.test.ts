import { describe, expect, it } from 'vitest';
import { shuffled } from './shuffle.ts';

describe('shuffled', () => {
  it('returns the same entries in a different order', () => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      expect(shuffled([1, 2])).toEqual([2, 1]);
      const mixed = shuffled([1, 2, 3]);
      expect(mixed).not.toEqual([1, 2, 3]);
      expect(mixed.toSorted()).toEqual([1, 2, 3]);
    }
  });
});
