import { z } from 'zod';
import type { MailContent } from './mail.ts';

const variables = z.object({ publicUrl: z.string() });

/** For a sign-up with a registered address; the page shows the same answer as for a new one. */
export function composeAccountExists(input: unknown): MailContent {
  const { publicUrl } = variables.parse(input);
  return {
    subject: 'You already have a Cairn account',
    preview: 'There is nothing to confirm: just log in.',
    heading: 'You already have an account',
    paragraphs: [
      'Somebody, probably you, has just signed up with this address. It belongs to an account already, so that there is nothing to confirm: just log in.',
    ],
    action: { label: 'Log in', url: `${publicUrl}/login` },
    notes: [
      `Forgotten the password? Set a new one at ${publicUrl}/request-reset`,
      'If it was not you, you need not do anything. Your account is unchanged.',
    ],
  };
}
