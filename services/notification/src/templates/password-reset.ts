import { z } from 'zod';
import type { MailContent } from './mail.ts';

const variables = z.object({ publicUrl: z.string(), token: z.string().min(1) });

export function composePasswordReset(input: unknown): MailContent {
  const { publicUrl, token } = variables.parse(input);
  return {
    subject: 'Set a new password for Cairn',
    preview: 'The link works once, for one hour.',
    heading: 'Set a new password',
    paragraphs: [
      'Somebody, probably you, asked for a new password for the account with this address. Choose one by the link; whoever is logged in to the account will be logged out.',
    ],
    action: {
      label: 'Set a new password',
      url: `${publicUrl}/reset-password?token=${encodeURIComponent(token)}`,
    },
    notes: [
      'The link works once, for one hour, and not after a newer one.',
      'If it was not you, you can ignore this mail: your password stays as it is.',
    ],
  };
}
