import { z } from 'zod';
import type { MailContent } from './mail.ts';

const variables = z.object({ publicUrl: z.string() });

/** The last mail to an address, sent when nothing else of it is left. */
export function composeAccountDeleted(input: unknown): MailContent {
  const { publicUrl } = variables.parse(input);
  return {
    subject: 'Your Cairn account is deleted',
    preview: 'This is the last mail that we send you.',
    heading: 'Your account is deleted',
    paragraphs: [
      'As you asked, we have deleted your Cairn account and what we held on you: your address, your name, your password, your alerts and your places in hunts.',
      'What was paid stays in our books, as the law asks, without your name. This is the last mail that we send you.',
    ],
    notes: [
      'If it was not you, somebody knew your password. Please change it wherever else you use it, and write to us by answering this mail.',
      `You are welcome to come back at any time, also with this address: ${publicUrl}/signup`,
    ],
  };
}
