import { z } from 'zod';
import { emailField } from './accounts.ts';
import { defineRoute } from './route.ts';

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
  method: 'POST',
  path: '/api/contact',
  access: 'anyone',
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
  method: 'POST',
  path: '/api/unsubscribe',
  access: 'anyone',
  summary: 'Unsubscribe the address that the token names, without a login',
  query: byToken,
  answer: z.object({ message: z.string() }),
});

export const sendgridWebhook = defineRoute({
  method: 'POST',
  path: '/api/webhooks/sendgrid',
  access: 'anyone',
  summary: 'Signed events of SendGrid: deliveries, bounces, drops, spam reports',
  answer: z.object({ received: z.literal(true) }),
});

export const twilioWebhook = defineRoute({
  method: 'POST',
  path: '/api/webhooks/twilio',
  answerType: 'text/xml',
  access: 'anyone',
  summary: 'Signed calls of Twilio: STOP and START, delivery status',
  answer: z.string(),
});
