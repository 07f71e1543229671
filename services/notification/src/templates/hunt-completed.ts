import { z } from 'zod';
import { huntVariables, toHunt, WHY_ALERT } from './hunt-variables.ts';
import { formatDate, type MailContent } from './mail.ts';

const variables = huntVariables.extend({ completedAt: z.iso.datetime() });

export function composeHuntCompleted(input: unknown): MailContent {
  const { completedAt, ...hunt } = variables.parse(input);
  return {
    subject: `${hunt.title} is found`,
    preview: 'Somebody has entered the treasure code.',
    heading: 'The treasure is found',
    paragraphs: [
      `On ${formatDate(completedAt)} somebody entered the treasure code of ${hunt.title}. The hunt is complete, and the prize stays as it stood at that moment.`,
      'We now check the find. When it stands, the code and its salt are shown on the page of the hunt, so that you can see for yourself that nobody changed it on the way.',
    ],
    action: toHunt(hunt),
    notes: ['Thank you for hunting with us. There is always another one.', WHY_ALERT],
  };
}
