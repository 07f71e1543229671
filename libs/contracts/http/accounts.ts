import { z } from 'zod';
import { handle, id, timestamp } from '../ids.ts';
import { INVALID_RESET_LINK } from '../refusal-texts.ts';
import { gatewayLimit, HOUR, MINUTE } from './limits.ts';
import { defineRoute, errorBody } from './route.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;

const ALL_REQUIRED = 'All fields are required';
const BOTH_REQUIRED = 'Email and password are required';

/** Trimmed and in lower case, since mailboxes are case-insensitive in practice. */
export const emailField = (required: string) =>
  z
    .string(required)
    .trim()
    .toLowerCase()
    .min(1, required)
    .max(254, 'That email address is too long')
    .check(z.email('Please enter a valid email address'));

export const emailAddress = emailField(ALL_REQUIRED);

const passwordField = (name: string) =>
  z
    .string(ALL_REQUIRED)
    .min(1, ALL_REQUIRED)
    .min(PASSWORD_MIN, `${name} must be at least 8 characters long`)
    .max(PASSWORD_MAX, `${name} must be at most 256 characters long`);

export const newPassword = passwordField('Password');

/** The session's user, as the browser sees it. */
export const user = z.object({
  id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  isAdmin: z.boolean(),
  emailVerified: z.boolean(),
  /** Ids of the hunts that the user is a member of. */
  products: z.array(id),
});
export type User = z.infer<typeof user>;

const session = z.object({ token: z.string(), user });
export type Session = z.infer<typeof session>;

export const signup = defineRoute({
  owner: 'auth',
  method: 'POST',
  path: '/api/auth/signup',
  access: 'anyone',
  limits: [
    gatewayLimit('signup-address', {
      points: 100,
      seconds: HOUR,
      per: 'address',
      withoutRedis: 10,
    }),
  ],
  summary: 'Make an account; the same answer for a new and a known address',
  body: z.object({
    email: emailAddress,
    password: newPassword,
    huntHandle: handle.optional(),
  }),
  answer: z.object({ message: z.string() }),
  status: 201,
});

export const verifyEmail = defineRoute({
  owner: 'auth',
  method: 'GET',
  path: '/api/auth/verify-email',
  access: 'anyone',
  summary: 'Use the link of the verification mail',
  query: z.object({
    token: z
      .string('Verification token is missing')
      .min(1, 'Verification token is missing')
      .max(512, 'Verification failed'),
  }),
  answer: session.extend({
    /** False if two sign-ups sent different passwords: the owner then chooses one. */
    hasPassword: z.boolean(),
    /** Sets a new password by POST /api/auth/password-reset/reset; single use, valid for an hour. */
    passwordToken: z.string(),
    huntHandle: handle.nullable(),
  }),
});
export type VerifiedEmail = z.infer<typeof verifyEmail.answer>;

export const login = defineRoute({
  owner: 'auth',
  method: 'POST',
  path: '/api/auth/login',
  access: 'anyone',
  otherRefusals: [401],
  limits: [
    gatewayLimit('login-address', {
      points: 100,
      seconds: HOUR,
      per: 'address',
      counts: 'failures',
      withoutRedis: 10,
    }),
    gatewayLimit('login-account', {
      points: 10,
      seconds: 15 * MINUTE,
      per: 'account-and-address',
      counts: 'failures',
      withoutRedis: 3,
    }),
  ],
  summary: 'Log in',
  body: z.object({
    email: z.string(BOTH_REQUIRED).trim().toLowerCase().regex(/\S/, BOTH_REQUIRED),
    // No limit: an overlong password matches no account and gets the same refusal as a wrong one.
    password: z.string(BOTH_REQUIRED).min(1, BOTH_REQUIRED),
  }),
  answer: session,
  refusal: errorBody.extend({ unverifiedEmail: z.literal(true).optional() }),
});

export const unverifiedBody = z.object({ error: z.string(), unverifiedEmail: z.literal(true) });

export const getSession = defineRoute({
  owner: 'auth',
  method: 'GET',
  path: '/api/auth/verify',
  access: 'user',
  summary: 'Who the token belongs to',
  answer: user,
});

const message = z.object({ message: z.string() });
const byEmail = z.object({ email: emailField('Email is required') });

const linkToken = z
  .string(INVALID_RESET_LINK)
  .min(1, INVALID_RESET_LINK)
  .max(512, INVALID_RESET_LINK);

const recovery = [
  gatewayLimit('recovery-address', { points: 60, seconds: HOUR, per: 'address', withoutRedis: 10 }),
  // Per recipient address, registered or not, so that no mailbox can be flooded.
  gatewayLimit('recovery-account', { points: 5, seconds: HOUR, per: 'account', withoutRedis: 5 }),
];

export const resendVerification = defineRoute({
  owner: 'auth',
  method: 'POST',
  path: '/api/auth/resend-verification',
  access: 'anyone',
  limits: recovery,
  summary: 'A new verification link; the same answer for every address',
  body: byEmail,
  answer: message,
});

export const requestPasswordReset = defineRoute({
  owner: 'auth',
  method: 'POST',
  path: '/api/auth/password-reset/request',
  access: 'anyone',
  limits: recovery,
  summary: 'A link to set a new password; the same answer for every address',
  body: byEmail,
  answer: message,
});

export const resetPassword = defineRoute({
  owner: 'auth',
  method: 'POST',
  path: '/api/auth/password-reset/reset',
  access: 'anyone',
  summary: 'Set a new password by a mailed link; ends every session of the user',
  body: z.object({ token: linkToken, password: newPassword }),
  answer: message,
});

/** The refusal (400) of an incorrect current password. The gateway counts these as guesses. */
export const WRONG_PASSWORD = {
  toChange: 'Current password is incorrect',
  toDelete: 'Password is incorrect',
} as const;

/** The correct password cannot be longer than the longest that can be set. */
const currentPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(PASSWORD_MAX, WRONG_PASSWORD.toDelete);

const ownPassword = gatewayLimit('own-password-user', {
  points: 10,
  seconds: 15 * MINUTE,
  per: 'user',
  counts: 'failures',
  withoutRedis: 3,
});

export const changePassword = defineRoute({
  owner: 'auth',
  method: 'POST',
  path: '/api/auth/change-password',
  access: 'user',
  limits: [ownPassword],
  summary: 'Set a new password; every older token stops working',
  body: z.object({
    currentPassword: z
      .string('All fields are required')
      .min(1, 'All fields are required')
      .max(PASSWORD_MAX, WRONG_PASSWORD.toChange),
    newPassword: passwordField('New password'),
  }),
  answer: z.object({ message: z.string(), token: z.string() }),
});

export const logout = defineRoute({
  owner: 'auth',
  method: 'POST',
  path: '/api/auth/logout',
  access: 'user',
  summary: 'End this session',
  answer: message,
});

const activeSession = z.object({
  id,
  created_at: timestamp,
  /** Updated at most every ten minutes. */
  last_seen_at: timestamp,
  user_agent: z.string().nullable(),
  /** The session of the token of this call. */
  current: z.boolean(),
});
export type ActiveSession = z.infer<typeof activeSession>;

export const listSessions = defineRoute({
  owner: 'auth',
  method: 'GET',
  path: '/api/account/sessions',
  access: 'user',
  summary: 'Sessions of the caller that have not ended',
  answer: z.object({ sessions: z.array(activeSession) }),
});

export const endSession = defineRoute({
  owner: 'auth',
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  access: 'user',
  summary: 'End one session of the caller',
  params: z.object({ id }),
  answer: message,
});

export const logoutEverywhere = defineRoute({
  owner: 'auth',
  method: 'POST',
  path: '/api/auth/logout-everywhere',
  access: 'user',
  summary: 'End every session of the caller, this one too',
  answer: message,
});

export const deleteAccount = defineRoute({
  owner: 'auth',
  method: 'POST',
  path: '/api/account/delete',
  access: 'user',
  limits: [ownPassword],
  summary: 'Delete the caller’s account for good',
  body: z.object({ password: currentPassword }),
  answer: message,
});

export const exportAccount = defineRoute({
  owner: 'auth',
  method: 'GET',
  path: '/api/account/export',
  access: 'user',
  summary: 'Everything that is held on the caller',
  answer: z.object({
    exported_at: z.iso.datetime(),
    account: z.record(z.string(), z.unknown()),
    sessions: z.array(activeSession),
    memberships: z.array(z.record(z.string(), z.unknown())),
    purchases: z.array(z.record(z.string(), z.unknown())),
    /** Payment attempts, including failed ones. */
    payment_attempts: z.array(z.record(z.string(), z.unknown())),
    messages: z.record(z.string(), z.unknown()),
    staff_activities: z.array(z.record(z.string(), z.unknown())),
  }),
});
