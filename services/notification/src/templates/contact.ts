import { z } from 'zod';
import type { MailContent } from './mail.ts';

const variables = z.object({
  /** Read from the database when the mail is sent. */
  contact: z.object({ name: z.string(), email: z.string(), message: z.string() }),
});

const answerVariables = z.object({
  publicUrl: z.string(),
  contact: z.object({ answer: z.string() }),
});

/** To staff; an answer goes to the writer. */
export function composeContactStaff(input: unknown): MailContent {
  const { contact } = variables.parse(input);
  return {
    subject: `Message from ${contact.name}`,
    preview: contact.message.slice(0, 120),
    heading: `${contact.name} has written`,
    paragraphs: paragraphsOf(contact.message),
    facts: [
      ['Name', contact.name],
      ['Email', contact.email],
    ],
    notes: [
      'Answer under Messages in the back office, which keeps the answer. An answer to this mail also goes to the writer.',
    ],
    replyTo: contact.email,
  };
}

const NOT_YOU =
  'If it was not you who wrote, somebody gave your address by mistake: just ignore this.';

/** To the writer where the address belongs to a verified account. */
export function composeContactCopy(input: unknown): MailContent {
  const { contact } = variables.parse(input);
  return {
    subject: 'We have your message',
    preview: 'Thank you for writing. This is what reached us.',
    heading: 'We have your message',
    paragraphs: [
      'Thank you for writing to Cairn. We read every message and answer as soon as we can. This is what reached us:',
      ...paragraphsOf(contact.message),
    ],
    notes: [NOT_YOU],
  };
}

/** To any other address: nothing in it was typed into the form (P-3.8). */
export function composeContactAcknowledgement(): MailContent {
  return {
    subject: 'We have your message',
    preview: 'Thank you for writing.',
    heading: 'We have your message',
    paragraphs: [
      'Thank you for writing to Cairn. We read every message and answer as soon as we can.',
    ],
    notes: [NOT_YOU],
  };
}

/** The answer of staff. To any address: it repeats nothing that was typed into the form (P-3.8). */
export function composeContactAnswer(input: unknown): MailContent {
  const { contact, publicUrl } = answerVariables.parse(input);
  return {
    subject: 'Our answer to your message',
    preview: contact.answer.slice(0, 120),
    heading: 'Our answer to your message',
    paragraphs: paragraphsOf(contact.answer),
    notes: [
      {
        text: 'To write to us again, use the',
        link: { label: 'contact form', url: `${publicUrl}/contact` },
      },
      NOT_YOU,
    ],
  };
}

function paragraphsOf(message: string): string[] {
  return message
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean);
}
