import { z } from 'zod';
import { id } from '../ids.ts';

/**
 * Narrows a mailing to all users. Conditions about hunts refer to the memberships of a user; a user's
 * region is that of the hunts that they joined.
 */
export const mailingSegment = z.object({
  /** Any of these hunts; empty for all hunts. */
  hunts: z.array(id).max(100).default([]),
  /** `all` includes users who joined no hunt, unless another condition is about hunts. */
  membership: z.enum(['all', 'member', 'former', 'none']).default('all'),
  verified: z.enum(['yes', 'no', 'any']).default('yes'),
  /** Joined a hunt on this day (UTC) or later. */
  joined_since: z.iso.date().or(z.literal('')).default(''),
  /** The user's email alerts for a hunt. */
  alerts: z.enum(['any', 'on', 'off']).default('any'),
  region: z.string().trim().max(120).default(''),
});
export type MailingSegment = z.output<typeof mailingSegment>;
