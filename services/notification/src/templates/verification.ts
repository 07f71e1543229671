import { z } from 'zod';
import type { MailContent } from './mail.ts';

const variables = z.object({ publicUrl: z.string(), token: z.string().min(1) });

export function composeVerification(input: unknown): MailContent {
  const { publicUrl, token } = variables.parse(input);
  const query = `token=${encodeURIComponent(token)}`;
  return {
    subject: 'Confirm your email address for Cairn',
    preview: 'One click, and your account is ready.',
    heading: 'One click, and you are in',
    paragraphs: [
      'Thank you for signing up. Please confirm that this address is yours, so that clues and updates reach you.',
    ],
    action: {
      label: 'Confirm my address',
      url: `${publicUrl}/verify-email?${query}`,
    },
    notes: [
      'The link works once, for 24 hours.',
      'If you did not sign up, somebody else used your address and chose a password. Ignore this mail, and no account opens.',
      `If you want the account all the same, set your own password, and the other one stops working: ${publicUrl}/verify-email?password=new&${query}`,
    ],
  };
}
