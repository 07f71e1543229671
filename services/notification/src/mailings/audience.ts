import { type MailingSegment, mailingSegment } from '@cairn/contracts/http/mailing-segment.ts';
import type { mailing } from '@cairn/contracts/http/staff-messages.ts';
import { InvalidInputError } from '@cairn/service-kit/errors.ts';
import { toStoredDay } from '@cairn/service-kit/stored-day.ts';
import type { z } from 'zod';
import type { Audience } from '../deliveries/mailing-deliveries.store.ts';

type Draft = Pick<z.output<typeof mailing>, 'to' | 'hunt' | 'segment'>;

const ALL_USERS = mailingSegment.parse({});

/** Named addresses, or a segment. Throws 400 for conditions that no user can meet. */
export function audienceOf({ to, hunt, segment }: Draft): Audience {
  if (to !== null) return { addresses: [to].flat(), segment: ALL_USERS };
  const given = segment ?? ALL_USERS;
  const hunts = [...new Set(hunt === null ? given.hunts : [...given.hunts, hunt])];
  return { addresses: null, segment: withMembership({ ...given, hunts }) };
}

export function isEverybody(segment: MailingSegment): boolean {
  return JSON.stringify(mailingSegment.parse(segment)) === JSON.stringify(ALL_USERS);
}

/** A condition on hunts means members, unless the segment says otherwise. */
function withMembership(segment: MailingSegment): MailingSegment {
  const { hunts, membership, joined_since, alerts, region } = segment;
  const isAboutJoining = joined_since !== '' || alerts !== 'any';
  if (membership === 'none' && isAboutJoining) {
    const reason = 'Users who have not joined have neither a day of joining nor alerts';
    throw new InvalidInputError(reason, { segment: reason });
  }
  const isAboutHunts = hunts.length > 0 || region !== '' || isAboutJoining;
  return {
    ...segment,
    joined_since: toStoredDay(joined_since) ?? '',
    membership: membership === 'all' && isAboutHunts ? 'member' : membership,
  };
}
