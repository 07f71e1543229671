export type MembershipStatus = 'completed' | 'refunded' | 'disputed';

export type Membership = {
  purchaseId: string;
  huntId: string;
  /** Null once the user is gone: the purchase still counts for the prize. */
  userId: string | null;
  status: MembershipStatus;
  /** What the purchase adds to the prize; null until the purchase itself has come. */
  bonusCents: number | null;
  version: number;
};

/**
 * What a membership becomes by a change, or null where it is nothing new. The highest version says
 * the status, whatever the order of arrival; the bonus is known to the purchase alone, so a late
 * purchase still brings it.
 */
export function mergeMembership(before: Membership | null, change: Membership): Membership | null {
  if (!before) return change;
  const isNewer = change.version > before.version;
  const bonusCents = before.bonusCents ?? change.bonusCents;
  if (!isNewer && bonusCents === before.bonusCents) return null;
  const { status, version } = isNewer ? change : before;
  return { ...before, status, version, bonusCents };
}
