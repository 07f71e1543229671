import { z } from 'zod';
import { huntVariables } from './hunt-variables.ts';
import { formatMoment, type MailContent } from './mail.ts';
import { fitText } from './text-message.ts';

/** The number of events since the last alarm; the other variables are those of the latest event. */
const count = z.int().min(1).default(1);
const claim = huntVariables.extend({
  ...{ claimId: z.string(), completedAt: z.iso.datetime(), count },
});
const stash = huntVariables.extend({ unlockedAt: z.iso.datetime(), count });

/** The claim's id only: the finder shows the claim secret in person. */
export function composeStaffClaim(input: unknown): MailContent {
  const { publicUrl, title, handle, claimId, completedAt, count } = claim.parse(input);
  return {
    subject: `Treasure claimed${times(count)}: ${title}`,
    preview: 'The correct treasure code was entered. Please verify the claim.',
    heading: 'A treasure is claimed',
    paragraphs: [
      `The treasure code of ${title} was entered. The hunt is complete and its members are being notified. Please verify the claim with the secret that the finder shows you.`,
    ],
    facts: [
      ['Hunt', title],
      ['Handle', handle],
      ['Claim', claimId],
      ['Claims since the last alarm', String(count)],
      ['Time', formatMoment(completedAt)],
    ],
    action: { label: 'Open the back office', url: `${publicUrl}/admin` },
  };
}

export function textStaffClaim(input: unknown): string {
  const { title, publicUrl, count } = claim.parse(input);
  const end = `is claimed${times(count)}. ${publicUrl}/admin`;
  return fitText((name) => `Cairn: the treasure of ${name} ${end}`, title);
}

export function composeStaffStash(input: unknown): MailContent {
  const { publicUrl, title, handle, unlockedAt, count } = stash.parse(input);
  return {
    subject: `Stash opened${times(count)}: ${title}`,
    preview: 'The correct stash code was entered.',
    heading: 'A stash is opened',
    paragraphs: [
      `The correct stash code of ${title} was entered and the phrase was shown. The status of the hunt is unchanged.`,
    ],
    facts: [
      ['Hunt', title],
      ['Handle', handle],
      ['Opened since the last alarm', count === 1 ? 'once' : `${count} times`],
      ['Last time', formatMoment(unlockedAt)],
    ],
    action: { label: 'Open the back office', url: `${publicUrl}/admin` },
  };
}

export function textStaffStash(input: unknown): string {
  const { title, publicUrl, count } = stash.parse(input);
  const end = `is opened${times(count)}. ${publicUrl}/admin`;
  return fitText((name) => `Cairn: the stash of ${name} ${end}`, title);
}

function times(count: number): string {
  return count === 1 ? '' : ` ${count} times`;
}
