import { z } from 'zod';
import type { MailContent } from './mail.ts';

/** The variables of every message about a hunt. */
export const huntVariables = z.object({
  publicUrl: z.string(),
  handle: z.string(),
  title: z.string(),
});
type Hunt = z.infer<typeof huntVariables>;

export function huntUrl({ publicUrl, handle }: Hunt): string {
  return `${publicUrl}/hunt/${encodeURIComponent(handle)}`;
}

export function toHunt(hunt: Hunt, label = 'Open the hunt'): NonNullable<MailContent['action']> {
  return { label, url: huntUrl(hunt) };
}

export const WHY_ALERT =
  'You get this mail since you have joined this hunt and want its alerts by email. Change that on your dashboard at any time.';
