import { z } from 'zod';
import type { MailContent } from './mail.ts';

const variables = z.object({ publicUrl: z.string() });

/** Also warns the owner if a third party has changed the password. */
export function composePasswordChanged(input: unknown): MailContent {
  const { publicUrl } = variables.parse(input);
  return {
    subject: 'Your Cairn password was changed',
    preview: 'Every other device has been logged out.',
    heading: 'Your password was changed',
    paragraphs: [
      'The password of your account has just been changed. Every other device that was logged in has been logged out.',
    ],
    notes: [
      'If it was you, there is nothing to do.',
      `If it was not you, set a new password at once at ${publicUrl}/request-reset and then write to us at ${publicUrl}/contact`,
    ],
  };
}
