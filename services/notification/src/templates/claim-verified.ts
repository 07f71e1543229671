import { huntVariables, toHunt, WHY_ALERT } from './hunt-variables.ts';
import type { MailContent } from './mail.ts';

export function composeClaimVerified(input: unknown): MailContent {
  const hunt = huntVariables.parse(input);
  return {
    subject: `The find is confirmed: ${hunt.title}`,
    preview: 'The code and its salt are open: check them yourself.',
    heading: 'The find is confirmed',
    paragraphs: [
      `We have checked the find in ${hunt.title}, and it stands. The treasure code and its salt are now on the page of the hunt: your browser can check that they fit the commitment of the day the hunt began.`,
    ],
    action: toHunt(hunt, 'Check it yourself'),
    notes: [WHY_ALERT],
  };
}
