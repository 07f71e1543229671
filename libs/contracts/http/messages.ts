import { z } from 'zod';
import { emailField } from './accounts.ts';
import { HOUR, MINUTE, ownerLimit } from './limits.ts';
import { defineRoute, MAX_WEBHOOK_BYTES } from './route.ts';

const line = (text: string) =>
  z
    .string(text)
    .trim()
    .regex(/\S/, text)
    // A line break would allow header injection.
    .regex(/^[^\r\n]*$/, 'Please use one line');

export const contactMessage = z.object({
  name: line('Your name is required').max(100, 'That name is too long'),
  email: emailField('Your email is required'),
  message: z
    .string('A message is required')
    .trim()
    .regex(/\S/, 'A message is required')
    .max(5_000, 'Please keep your message under 5,000 characters'),
});

export const sendContactMessage = defineRoute({
  owner: 'notification',
  method: 'POST',
  path: '/api/contact',
  access: 'anyone',
  limits: [
    // Accepted messages; a refused one is released.
    ownerLimit('contact-address', { points: 3, seconds: 10 * MINUTE, withoutRedis: 3 }),
    // Confirmations per mailbox: a caller may enter the address of another person.
    ownerLimit('contact-mailbox', { points: 10, seconds: HOUR, withoutRedis: 3 }),
  ],
  summary: 'Write to staff; 3 in 10 minutes from one address',
  body: contactMessage,
  answer: z.object({ message: z.string() }),
});

const byToken = z.object({
  token: z
    .string('This link is not valid.')
    .min(1, 'This link is not valid.')
    .max(1_000, 'This link is not valid.'),
});

export const showUnsubscribe = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/unsubscribe',
  answerType: 'text/html',
  access: 'anyone',
  summary: 'text/html: a page that asks for one click; it changes nothing by itself',
  query: byToken,
  answer: z.string(),
});

/** 303 to /unsubscribe-success for a browser, 200 for a mail client (RFC 8058). */
export const unsubscribe = defineRoute({
  owner: 'notification',
  method: 'POST',
  path: '/api/unsubscribe',
  access: 'anyone',
  summary: 'Unsubscribe the address that the token names, without a login',
  query: byToken,
  answer: z.object({ message: z.string() }),
});

export const sendgridWebhook = defineRoute({
  owner: 'notification',
  method: 'POST',
  path: '/api/webhooks/sendgrid',
  maxBodyBytes: MAX_WEBHOOK_BYTES,
  access: 'anyone',
  summary: 'Signed events of SendGrid: deliveries, bounces, drops, spam reports',
  answer: z.object({ received: z.literal(true) }),
});

export const twilioWebhook = defineRoute({
  owner: 'notification',
  method: 'POST',
  path: '/api/webhooks/twilio',
  maxBodyBytes: MAX_WEBHOOK_BYTES,
  answerType: 'text/xml',
  access: 'anyone',
  summary: 'Signed calls of Twilio: STOP and START, delivery status',
  answer: z.string(),
});
