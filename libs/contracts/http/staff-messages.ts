import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { alertPreference, messageKind } from './alerts.ts';
import { gatewayLimit, MINUTE } from './limits.ts';
import { mailingSegment } from './mailing-segment.ts';
import { csvPart, csvQuery, listPagination, listQuery } from './pages.ts';
import { defineRoute } from './route.ts';

const REQUIRED = 'Subject and content are required';
const address = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'That email address is too long')
  .check(z.email('Please enter a valid email address'));

/**
 * `to`: one address, several, or null for all active verified users; `hunt` narrows null to its
 * members, `segment` by more conditions.
 */
export const mailing = z.object({
  subject: z
    .string(REQUIRED)
    .trim()
    .regex(/\S/, REQUIRED)
    .max(200, 'The subject is too long')
    .regex(/^[^\r\n]*$/, 'The subject must be one line'),
  /** HTML of the editor; sanitised on the server. */
  content: z.string(REQUIRED).trim().regex(/\S/, REQUIRED).max(90_000, 'The content is too long'),
  to: z
    .union([address, z.array(address).min(1, 'Choose at least one recipient').max(10_000)])
    .nullable()
    .default(null),
  hunt: id.nullable().default(null),
  segment: mailingSegment.nullable().default(null),
});

/** A test mail counts as well. */
const mailings = gatewayLimit('mailings-user', {
  points: 60,
  seconds: MINUTE,
  per: 'user',
  withoutRedis: 'closed',
});

export const sendEmail = defineRoute({
  owner: 'notification',
  method: 'POST',
  path: '/api/admin/send-email',
  access: 'admin',
  limits: [mailings],
  summary: 'Begin a mailing; every recipient gets a mail of their own',
  body: mailing.extend({
    /** The recipient count that the page displayed; 409 if it differs from the current one. */
    expectCount: z.int().nonnegative().optional(),
    /** When to begin; the recipients are read then. A time in the past means at once, as does null. */
    send_at: timestamp.nullable().default(null),
  }),
  answer: z.object({
    count: z.int(),
    mailingId: id,
    /** Null if the mailing has started. */
    send_at: timestamp.nullable(),
  }),
});

const preview = z.object({ html: z.string(), text: z.string(), count: z.int() });

export const previewEmail = defineRoute({
  owner: 'notification',
  method: 'POST',
  path: '/api/admin/send-email/preview',
  access: 'admin',
  idempotency: 'none',
  summary: 'The mail as it will look, and how many will get it',
  body: mailing,
  answer: preview,
});

export const testEmail = defineRoute({
  owner: 'notification',
  method: 'POST',
  path: '/api/admin/send-email/test',
  access: 'admin',
  limits: [mailings],
  summary: 'The mail to the admin alone',
  body: mailing,
  answer: preview,
});

export const mailingState = z.enum(['scheduled', 'sending', 'paused', 'stopped', 'finished']);

export const mailingProgress = z.object({
  id,
  subject: z.string(),
  total: z.int(),
  sent: z.int(),
  failed: z.int(),
  /** Recipients that want no mail or cannot receive any. */
  suppressed: z.int(),
  state: mailingState,
  created_at: timestamp,
  /** When a scheduled mailing begins or began; null for one that was sent at once. */
  send_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
});
export type MailingProgress = z.infer<typeof mailingProgress>;

const mailingFilter = z.object({
  state: mailingState.or(z.literal('')).default(''),
  /** The beginning of the subject, or an id in full. */
  search: z.string().trim().max(254).default(''),
});
export type MailingFilter = z.output<typeof mailingFilter>;

export const listMailings = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/admin/mailings',
  access: 'admin',
  summary: 'Mailings, newest first, by state and subject',
  query: listQuery.extend(mailingFilter.shape),
  answer: z.object({ mailings: z.array(mailingProgress), pagination: listPagination }),
});

export const exportMailings = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/admin/mailings/export',
  access: 'admin',
  otherRefusals: [409],
  summary: 'The mailings of a filter as CSV, in parts; recorded in the activity log',
  query: csvQuery.extend(mailingFilter.shape),
  answer: csvPart,
});

const byId = z.object({ id });

export const getMailing = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/admin/mailings/:id',
  access: 'admin',
  summary: 'One mailing and how far it is',
  params: byId,
  answer: mailingProgress,
});

const defineMailingAction = <Act extends string>(act: Act, summary: string) =>
  defineRoute({
    owner: 'notification',
    method: 'POST',
    path: `/api/admin/mailings/:id/${act}` as const,
    access: 'admin',
    summary,
    params: byId,
    answer: mailingProgress,
  });

export const pauseMailing = defineMailingAction('pause', 'Send no more of it for now');
export const resumeMailing = defineMailingAction('resume', 'Go on with it');
export const stopMailing = defineMailingAction('stop', 'End it: what was not sent will not be');

export const retryMailing = defineMailingAction(
  'retry',
  'Try all of it that failed or perhaps went once more; 409 while it is under way or where nothing has',
);

export const deliveryState = z.enum([
  'pending',
  'sending',
  'sent',
  'failed',
  'maybe_sent',
  'suppressed',
  'stopped',
]);

/** One message to one recipient, with its history. */
export const delivery = z.object({
  id,
  user_id: id.nullable(),
  /** The current address of the user, or the address or number of someone without an account. */
  recipient: z.string().nullable(),
  template: z.string(),
  channel: z.enum(['email', 'sms']),
  mailing_id: id.nullable(),
  /** Its hunt and clue, or the subject of its mailing. */
  about: z.string().nullable(),
  state: deliveryState,
  attempts: z.int(),
  /** The reason for its state. */
  reason: z.string().nullable(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  /** In chronological order: requested, queued, sending, accepted, postponed, delivered, bounced, … */
  history: z.array(z.object({ at: timestamp, what: z.string(), detail: z.string().nullable() })),
});
export type Delivery = z.infer<typeof delivery>;

const deliveryFilter = z.object({
  /** A user id or an address. */
  user: z.string().trim().max(254).default(''),
  state: deliveryState.or(z.literal('')).default(''),
  channel: z.enum(['', 'email', 'sms']).default(''),
  /** Days of the request in UTC, both inclusive. */
  from: z.iso.date().or(z.literal('')).default(''),
  to: z.iso.date().or(z.literal('')).default(''),
});
export type DeliveryFilter = z.output<typeof deliveryFilter>;

export const listDeliveries = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/admin/deliveries',
  access: 'admin',
  otherRefusals: [404],
  summary: 'Why someone did or did not get a message; without `user`, those of a state and channel',
  query: listQuery.extend(deliveryFilter.shape),
  answer: z.object({
    /** The user's current settings; null without `user`. */
    recipient: z
      .object({
        user_id: id,
        email: z.string().nullable(),
        email_verified: z.boolean(),
        status: z.string(),
        phone: z.string().nullable(),
        phone_verified: z.boolean(),
        suppressions: z.array(
          z.object({
            channel: z.enum(['email', 'sms']),
            cause: z.string(),
            kinds: z.array(messageKind),
            since: timestamp,
          }),
        ),
        alerts: z.array(alertPreference),
      })
      .nullable(),
    deliveries: z.array(delivery),
    pagination: listPagination,
  }),
});

export const exportDeliveries = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/admin/deliveries/export',
  access: 'admin',
  otherRefusals: [404, 409],
  summary: 'The messages of a filter as CSV, in parts; recorded in the activity log',
  query: csvQuery.extend(deliveryFilter.shape),
  answer: csvPart,
});

export const retryDelivery = defineRoute({
  owner: 'notification',
  method: 'POST',
  path: '/api/admin/deliveries/:id/retry',
  access: 'admin',
  summary: 'Try a failed or perhaps sent message once more; 409 in any other state',
  params: byId,
  answer: delivery,
});

export const liftSuppression = defineRoute({
  owner: 'notification',
  method: 'DELETE',
  path: '/api/admin/suppressions/:userId',
  access: 'admin',
  summary: 'Let mail go again to an address that bounced or reported spam',
  params: z.object({ userId: id }),
  answer: z.object({ message: z.string() }),
});
