import { z } from 'zod';
import { formatMoment } from './figures.ts';
import { huntVariables } from './hunt-variables.ts';
import type { MailContent } from './mail.ts';
import { fitText } from './text-message.ts';

const claim = huntVariables.extend({ claimId: z.string(), completedAt: z.iso.datetime() });
const stash = huntVariables.extend({ unlockedAt: z.iso.datetime() });

/** The claim's id only: who has found it shows the secret in person. */
export function composeStaffClaim(input: unknown): MailContent {
  const { publicUrl, title, handle, claimId, completedAt } = claim.parse(input);
  return {
    subject: `Treasure claimed: ${title}`,
    preview: 'Somebody has entered the right code. Please verify the claim.',
    heading: 'A treasure is claimed',
    paragraphs: [
      `Somebody has entered the treasure code of ${title}. The hunt is complete and its members are being told. Please verify the claim with the secret that the finder shows you.`,
    ],
    facts: [
      ['Hunt', title],
      ['Handle', handle],
      ['Claim', claimId],
      ['Time', formatMoment(completedAt)],
    ],
    action: { label: 'Open the back office', url: `${publicUrl}/admin` },
  };
}

export function textStaffClaim(input: unknown): string {
  const { title, publicUrl } = claim.parse(input);
  return fitText((name) => `Cairn: the treasure of ${name} is claimed. ${publicUrl}/admin`, title);
}

export function composeStaffStash(input: unknown): MailContent {
  const { publicUrl, title, handle, unlockedAt } = stash.parse(input);
  return {
    subject: `Stash opened: ${title}`,
    preview: 'Somebody has entered the right stash code.',
    heading: 'A stash is opened',
    paragraphs: [
      `Somebody has entered the right stash code in ${title} and was shown the phrase. The status of the hunt is as it was.`,
    ],
    facts: [
      ['Hunt', title],
      ['Handle', handle],
      ['Time', formatMoment(unlockedAt)],
    ],
    action: { label: 'Open the back office', url: `${publicUrl}/admin` },
  };
}

export function textStaffStash(input: unknown): string {
  const { title, publicUrl } = stash.parse(input);
  return fitText((name) => `Cairn: the stash of ${name} is opened. ${publicUrl}/admin`, title);
}
