import { describe, expect, it } from 'vitest';
import { outOfOrder } from './disorder.ts';

describe('disorder', () => {
  it('is never the order that was, loses nothing and adds nothing', () => {
    for (let attempt = 0; attempt < 200; attempt += 1) {
      expect(outOfOrder([1, 2])).toEqual([2, 1]);
      const mixed = outOfOrder([1, 2, 3]);
      expect(mixed).not.toEqual([1, 2, 3]);
      expect(mixed.toSorted()).toEqual([1, 2, 3]);
    }
  });
});
