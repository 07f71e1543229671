import { huntUrl, huntVariables, toHunt, WHY_ALERT } from './hunt-variables.ts';
import type { MailContent } from './mail.ts';
import { fitText } from './text-message.ts';

export function composeClaimRejected(input: unknown): MailContent {
  const hunt = huntVariables.parse(input);
  return {
    subject: `${hunt.title} is on again`,
    preview: 'The find did not stand. The treasure is still out there.',
    heading: 'The hunt is on again',
    paragraphs: [
      `The find in ${hunt.title} that we told you of did not stand. The hunt goes on, under a new treasure code; the old one has ended and is shown on the page with its salt.`,
    ],
    action: toHunt(hunt, 'Back to the hunt'),
    notes: [WHY_ALERT],
  };
}

export function textClaimRejected(input: unknown): string {
  const hunt = huntVariables.parse(input);
  return fitText(
    (title) => `Cairn: ${title} is on again. ${huntUrl(hunt)} Reply STOP to end`,
    hunt.title,
  );
}
