import type { Fairness } from '@cairn/contracts/http/claims.ts';
import { formatDay } from '../../lib/dates.ts';

type Committed = Pick<Fairness, 'committed_at'> & { previous: readonly unknown[] };

/** When the fingerprint was published, compared with the day that the treasure was hidden. */
export function describeCommitment(
  { committed_at, previous }: Committed,
  hiddenAt: string | null,
): string {
  const day = formatDay(committed_at);
  if (previous.length > 0) {
    return `On ${day}, after a claim was not accepted, we published the fingerprint of a new code.`;
  }
  if (hiddenAt !== null && Date.parse(committed_at) > Date.parse(hiddenAt)) {
    const hiddenDay = formatDay(hiddenAt);
    const since = hiddenDay === day ? '' : ` The treasure had been hidden since ${hiddenDay}.`;
    return `When the hunt opened, on ${day}, we published a fingerprint of its code.${since}`;
  }
  return `Before the hunt began, on ${day}, we published a fingerprint of its code.`;
}
