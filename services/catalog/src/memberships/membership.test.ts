import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Membership, type MembershipStatus, mergeMembership } from './membership.ts';

const BONUS = 2_500;

function change(version: number, status: MembershipStatus, bonusCents: number | null): Membership {
  return { purchaseId: 'p', huntId: 'h', userId: 'u', status, bonusCents, version };
}

/** A purchase (version 1) and what became of it, in the order in which it happened. */
const history = fc
  .array(fc.constantFrom<MembershipStatus>('refunded', 'disputed', 'completed'), { maxLength: 6 })
  .map((later) => [
    change(1, 'completed', BONUS),
    ...later.map((status, index) => change(index + 2, status, null)),
  ]);

/** The same, some of it more than once, in any order of arrival. */
const arrival = history.chain((changes) =>
  fc.tuple(
    fc.constant(changes),
    fc.array(fc.constantFrom(...changes), { maxLength: 10 }).chain((repeats) =>
      fc.shuffledSubarray([...changes, ...repeats], {
        minLength: changes.length + repeats.length,
      }),
    ),
  ),
);

function applyAll(changes: readonly Membership[]): Membership | null {
  return changes.reduce<Membership | null>(
    (before, next) => mergeMembership(before, next) ?? before,
    null,
  );
}

describe('mergeMembership', () => {
  it('P-1.6 ends where the newest version says, in any order and with repeats', () => {
    fc.assert(
      fc.property(arrival, ([changes, arrived]) => {
        expect(applyAll(arrived)).toEqual({ ...changes.at(-1), bonusCents: BONUS });
      }),
    );
  });

  it('says that a repeat is nothing new', () => {
    fc.assert(
      fc.property(arrival, ([, arrived]) => {
        const end = applyAll(arrived);
        for (const repeat of arrived) expect(mergeMembership(end, repeat)).toBeNull();
      }),
    );
  });

  it('keeps whose membership of what it is', () => {
    const stray = { ...change(2, 'refunded', null), huntId: 'other', userId: 'other' };
    expect(mergeMembership(change(1, 'completed', BONUS), stray)).toEqual(
      change(2, 'refunded', BONUS),
    );
  });
});
