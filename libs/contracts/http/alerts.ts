import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { DAY, HOUR, MINUTE, ownerLimit } from './limits.ts';
import { defineRoute } from './route.ts';

export const alertPreference = z.object({
  product_id: id,
  product_title: z.string(),
  region: z.string(),
  handle: z.string(),
  email_alerts: z.boolean(),
  sms_alerts: z.boolean(),
  last_notified_at: timestamp.nullable(),
});
export type AlertPreference = z.infer<typeof alertPreference>;

/** Kinds of messages; a spam report suppresses one kind (`alert` and `mailing` are bulk). */
export const messageKind = z.enum(['account', 'contact', 'staff', 'alert', 'mailing']);
export type MessageKind = z.infer<typeof messageKind>;

export const ownAlerts = z.object({
  /** E.164 */
  phone: z.string().nullable(),
  phoneVerified: z.boolean(),
  /** A number that waits for its confirmation code; until then the confirmed one is used. */
  pendingPhone: z.string().nullable(),
  /** Whether any bulk email (alerts, mailings) is suppressed. */
  emailSuppressed: z.boolean(),
  /** The kinds of email that are suppressed. */
  suppressedKinds: z.array(messageKind),
  /** Why bulk email is suppressed; the user can revoke an unsubscribe only. */
  emailSuppressedBy: z.enum(['unsubscribe', 'bounce', 'spam']).nullable(),
  /** Whether STOP was sent from the phone; START revokes it. */
  smsSuppressed: z.boolean(),
  /** One entry per hunt that the caller is a member of. */
  alerts: z.array(alertPreference),
});
export type OwnAlerts = z.infer<typeof ownAlerts>;

export const getAlerts = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/account/alerts',
  access: 'user',
  summary: 'The caller’s alert preferences and phone',
  answer: ownAlerts,
});

export const updateAlerts = defineRoute({
  owner: 'notification',
  method: 'PUT',
  path: '/api/account/alerts',
  access: 'user',
  summary: 'Change alert preferences, or take an unsubscribe back; either may be left out',
  body: z.object({
    alerts: z
      .array(z.object({ product_id: id, email_alerts: z.boolean(), sms_alerts: z.boolean() }))
      .max(200)
      .optional(),
    emailSuppressed: z.literal(false).optional(),
  }),
  answer: ownAlerts,
});

export const INVALID_PHONE = 'Please enter a valid phone number';

export const setPhone = defineRoute({
  owner: 'notification',
  method: 'POST',
  path: '/api/account/phone',
  access: 'user',
  limits: [
    ownerLimit('phone-code-user', { points: 5, seconds: HOUR, withoutRedis: 2 }),
    // Per target number, so that no phone is flooded, and per client address.
    ownerLimit('sms-number', { points: 5, seconds: HOUR, withoutRedis: 2 }),
    ownerLimit('sms-address', { points: 20, seconds: HOUR, withoutRedis: 5 }),
    // All SMS to users together, codes and alerts; codes may use four fifths, so that requests for
    // codes cannot use up what alerts need.
    ownerLimit('sms-hour', { points: 500, seconds: HOUR, withoutRedis: 250 }),
    ownerLimit('sms-day', { points: 2_000, seconds: DAY, withoutRedis: 1_000 }),
    ownerLimit('sms-code-hour', { points: 400, seconds: HOUR, withoutRedis: 200 }),
    ownerLimit('sms-code-day', { points: 1_600, seconds: DAY, withoutRedis: 800 }),
  ],
  summary: 'Give a phone number; a code of 6 digits goes there by SMS',
  body: z.object({
    phone: z.string(INVALID_PHONE).trim().regex(/\S/, INVALID_PHONE).max(40, INVALID_PHONE),
  }),
  answer: z.object({ message: z.string() }),
  status: 202,
});

export const verifyPhone = defineRoute({
  owner: 'notification',
  method: 'POST',
  path: '/api/account/phone/verify',
  access: 'user',
  // Counted in Postgres, beside the code.
  limits: [ownerLimit('phone-code-tries', { points: 5, seconds: 10 * MINUTE, withoutRedis: 5 })],
  summary: 'Enter the code that came by SMS',
  body: z.object({
    code: z
      .string('Please enter the code')
      .trim()
      .regex(/\S/, 'Please enter the code')
      .max(20, 'That is longer than any code'),
  }),
  answer: z.object({ phone: z.string(), phoneVerified: z.literal(true) }),
});

export const removePhone = defineRoute({
  owner: 'notification',
  method: 'DELETE',
  path: '/api/account/phone',
  access: 'user',
  summary: 'Delete the caller’s phone number; alerts by SMS end',
  answer: ownAlerts.extend({ message: z.string() }),
});

export const getHuntAudience = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/api/admin/hunts/:id/audience',
  access: 'admin',
  summary: 'How many emails and text messages an alert to the members of a hunt sends now',
  params: z.object({ id: z.uuid() }),
  answer: z.object({ emails: z.int().nonnegative(), texts: z.int().nonnegative() }),
});
