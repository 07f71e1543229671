import { expect, it } from 'vitest';
import { findNumberGaps } from './number-gaps.ts';

const OUT = '2026-05-01T00:00:00.000Z';
const clue = (number: number, publish_at: string | null = OUT) => ({
  kind: 'clue' as const,
  number,
  publish_at,
});

it('names the numbers on both sides of each gap', () => {
  expect(findNumberGaps([clue(5), clue(1), clue(6), clue(9)])).toEqual([
    'Members will see Clue 1 and then Clue 5.',
    'Members will see Clue 6 and then Clue 9.',
  ]);
});

it('names a first number above 1', () => {
  expect(findNumberGaps([clue(2)])).toEqual([
    'Members will see Clue 2 first: nothing has number 1.',
  ]);
});

it('counts each kind separately and drafts not at all', () => {
  const update = { ...clue(1), kind: 'update' as const };
  expect(findNumberGaps([clue(1), clue(2), update, clue(9, null)])).toEqual([]);
  expect(findNumberGaps([clue(1), clue(2, null), clue(3)])).toHaveLength(1);
});
