import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { SERVICE_NAMES } from '../services.ts';
import { defineEvent } from './define-event.ts';

/** `version` grows with every change of the user, so that handlers upsert by version. */
const subject = { userId: id, version: z.int().positive() };

const person = z.object({
  ...subject,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  emailVerified: z.boolean(),
  status: z.enum(['active', 'suspended']),
});

const topic = 'users';
const key = (data: { userId: string }) => data.userId;

export const userRegistered = defineEvent({
  type: 'user.registered',
  version: 1,
  topic,
  consumers: ['notification'],
  key,
  schema: person,
});
export const userVerified = defineEvent({
  type: 'user.verified',
  version: 1,
  topic,
  consumers: ['notification'],
  key,
  schema: person,
});
export const userUpdated = defineEvent({
  type: 'user.updated',
  version: 1,
  topic,
  consumers: ['payment', 'notification'],
  key,
  schema: person,
});

export const userDeleted = defineEvent({
  type: 'user.deleted',
  version: 1,
  topic,
  consumers: SERVICE_NAMES,
  key,
  schema: z.object({ ...subject, deletedAt: timestamp }),
});

export const userSessionsRevoked = defineEvent({
  type: 'user.sessions_revoked',
  version: 1,
  topic,
  consumers: [],
  key,
  schema: z.object({ ...subject, tokenVersion: z.int().positive() }),
});

/**
 * Requests an account mail. `sealedToken` is the link's token, AES-256-GCM under the key that auth
 * and the worker share, opened only when the mail is sent. Null for mails without a link.
 */
export const emailRequested = defineEvent({
  type: 'email.requested',
  version: 1,
  topic,
  consumers: ['notification'],
  key,
  schema: z.object({
    userId: id,
    email: z.string(),
    template: z.enum([
      'verification',
      'account_exists',
      'password_reset',
      'password_changed',
      'account_deleted',
    ]),
    sealedToken: z.string().nullable(),
    expiresAt: timestamp.nullable(),
  }),
});

/**
 * The sealing context of a mailed link's token: the user and the purpose of the mail. auth seals
 * with it and the worker opens with it (`libs/service-kit/seal.ts`).
 */
export function sealedTokenContext(mail: { userId: string; template: string }): string {
  return `email.requested:${mail.template}:${mail.userId}`;
}
