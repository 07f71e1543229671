import { z } from 'zod';
import { alertPreference, messageKind } from '../http/alerts.ts';
import { defineRoute } from '../http/route.ts';
import { id, timestamp } from '../ids.ts';

export const listAlertsOfUser = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/internal/users/:userId/alerts',
  access: 'internal',
  callers: ['admin'],
  summary: 'Alert preferences of a user, one for each joined hunt',
  params: z.object({ userId: z.uuid() }),
  answer: z.object({ alerts: z.array(alertPreference) }),
});

export const exportMessages = defineRoute({
  owner: 'notification',
  method: 'GET',
  path: '/internal/users/:userId/messages',
  access: 'internal',
  callers: ['auth'],
  summary: 'Whom a user’s messages go to, which they want and which there were, for their export',
  params: z.object({ userId: z.uuid() }),
  answer: z.object({
    recipient: z
      .object({
        email: z.string(),
        first_name: z.string().nullable(),
        email_verified: z.boolean(),
        status: z.string(),
      })
      .nullable(),
    phone: z.string().nullable(),
    /** A number that waits for its confirmation code. */
    pending_phone: z.string().nullable(),
    alerts: z.array(alertPreference),
    /** Current suppressions. */
    suppressions: z.array(
      z.object({
        channel: z.string(),
        cause: z.string(),
        kinds: z.array(messageKind),
        since: timestamp,
      }),
    ),
    /** Messages sent from the user's address, with the answers of staff. */
    contact_messages: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        message: z.string(),
        created_at: timestamp,
        answers: z.array(z.object({ body: z.string(), created_at: timestamp })),
      }),
    ),
    deliveries: z.array(
      z.object({
        id,
        template: z.string(),
        channel: z.string(),
        about: z.record(z.string(), z.unknown()),
        state: z.string(),
        attempts: z.int(),
        created_at: timestamp,
        finished_at: timestamp.nullable(),
      }),
    ),
  }),
});
