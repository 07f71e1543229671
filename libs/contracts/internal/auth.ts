import { z } from 'zod';
import { account, accountsPage, accountsQuery } from '../http/back-office.ts';
import { defineRoute } from '../http/route.ts';
import { id } from '../ids.ts';
import { SERVICE_NAMES } from '../services.ts';

export const listAccountsInternally = defineRoute({
  owner: 'auth',
  method: 'GET',
  path: '/internal/accounts',
  access: 'internal',
  callers: ['admin', 'payment'],
  summary: 'Accounts for the back office',
  query: accountsQuery,
  answer: accountsPage,
});

export const getAccountInternally = defineRoute({
  owner: 'auth',
  method: 'GET',
  path: '/internal/accounts/:id',
  access: 'internal',
  callers: ['admin'],
  summary: 'One account for the back office',
  params: z.object({ id }),
  answer: account,
});

export const getUserStatus = defineRoute({
  owner: 'auth',
  method: 'GET',
  path: '/internal/users/:id/status',
  access: 'internal',
  callers: ['payment'],
  summary: 'Whether a user is suspended',
  params: z.object({ id }),
  answer: z.object({ status: z.enum(['active', 'suspended']) }),
});

/** For services whose Redis is unavailable. */
export const getLowestTokenVersion = defineRoute({
  owner: 'auth',
  method: 'GET',
  path: '/internal/users/:id/lowest-token-version',
  access: 'internal',
  callers: SERVICE_NAMES.filter((name) => name !== 'auth'),
  summary: 'Which login tokens of a user are revoked',
  params: z.object({ id }),
  query: z.object({ sessionId: z.uuid().optional() }),
  answer: z.object({
    /** The lowest valid token version. */
    version: z.int().positive(),
    isSessionEnded: z.boolean().default(false),
  }),
});

/** Maximum number of ids per call. */
export const MOST_PEOPLE = 200;

/** For displaying whose something is: events and other services hold ids only. */
export const findPeople = defineRoute({
  owner: 'auth',
  method: 'POST',
  path: '/internal/people',
  access: 'internal',
  callers: ['admin', 'payment'],
  summary: 'Addresses and names by id; those who are gone are left out',
  body: z.object({ ids: z.array(id).max(MOST_PEOPLE) }),
  answer: z.object({
    people: z.array(
      z.object({
        id,
        email: z.string(),
        first_name: z.string().nullable(),
        last_name: z.string().nullable(),
      }),
    ),
  }),
});
