import { expect, test } from 'vitest';
import { describeCommitment } from './describe-commitment.ts';

const HIDDEN = '2026-03-01T12:00:00.000Z';

function describe(
  committed_at: string,
  hiddenAt: string | null = HIDDEN,
  previous: unknown[] = [],
) {
  return describeCommitment({ committed_at, previous }, hiddenAt);
}

test('says that the fingerprint came before the hunt only if it did', () => {
  const before = 'Before the hunt began, on March 1, 2026, we published a fingerprint of its code.';
  expect(describe(HIDDEN)).toBe(before);
  expect(describe(HIDDEN, null)).toBe(before);
});

test('names both days if the treasure was hidden before the hunt opened', () => {
  expect(describe('2026-03-09T12:00:00.000Z')).toBe(
    'When the hunt opened, on March 9, 2026, we published a fingerprint of its code. The treasure had been hidden since March 1, 2026.',
  );
  expect(describe('2026-03-01T12:00:01.000Z')).toBe(
    'When the hunt opened, on March 1, 2026, we published a fingerprint of its code.',
  );
});

test('says that the code was replaced after a rejected claim', () => {
  expect(describe('2026-04-02T12:00:00.000Z', HIDDEN, [{}])).toBe(
    'On April 2, 2026, after a claim was not accepted, we published the fingerprint of a new code.',
  );
});
