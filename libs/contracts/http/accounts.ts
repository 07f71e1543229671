import { z } from 'zod';
import { id } from '../ids.ts';
import { defineRoute } from './route.ts';

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;

/** Trimmed and in lower case, since mailboxes are not told apart by case in practice. */
export const emailAddress = z
  .string('All fields are required')
  .trim()
  .toLowerCase()
  .max(254, 'That email address is too long')
  .pipe(z.email('Please enter a valid email address'));

export const newPassword = z
  .string('All fields are required')
  .min(PASSWORD_MIN, 'Password must be at least 8 characters long')
  .max(PASSWORD_MAX, 'Password must be at most 256 characters long');

/** The caller as the browser knows them. */
export const user = z.object({
  id,
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  isAdmin: z.boolean(),
  emailVerified: z.boolean(),
  /** Ids of the products that the user has joined. */
  products: z.array(id),
});
export type User = z.infer<typeof user>;

const session = z.object({ token: z.string(), user });
export type Session = z.infer<typeof session>;

export const signup = defineRoute({
  method: 'POST',
  path: '/api/auth/signup',
  access: 'anyone',
  summary: 'Make an account; the same answer for a new and a known address',
  body: z.object({ email: emailAddress, password: newPassword }),
  answer: z.object({ message: z.string() }),
  status: 201,
});

export const verifyEmail = defineRoute({
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
  answer: session,
});

export const login = defineRoute({
  method: 'POST',
  path: '/api/auth/login',
  access: 'anyone',
  summary: 'Log in',
  body: z.object({
    email: z
      .string('Email and password are required')
      .trim()
      .toLowerCase()
      .min(1, 'Email and password are required')
      .max(254),
    password: z
      .string('Email and password are required')
      .min(1, 'Email and password are required')
      .max(PASSWORD_MAX),
  }),
  answer: session,
});

/** The refusal of a login with the right password and an unverified address. */
export const unverifiedBody = z.object({ error: z.string(), unverifiedEmail: z.literal(true) });

export const getSession = defineRoute({
  method: 'GET',
  path: '/api/auth/verify',
  access: 'user',
  summary: 'Who the token belongs to',
  answer: user,
});
