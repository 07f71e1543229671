import { z } from 'zod';
import { account, accountsPage, accountsQuery } from '../http/back-office.ts';
import { defineRoute } from '../http/route.ts';
import { id } from '../ids.ts';

export const listAccountsInternally = defineRoute({
  method: 'GET',
  path: '/internal/accounts',
  access: 'internal',
  summary: 'Accounts for the back office',
  query: accountsQuery,
  answer: accountsPage,
});

export const getAccountInternally = defineRoute({
  method: 'GET',
  path: '/internal/accounts/:id',
  access: 'internal',
  summary: 'One account for the back office',
  params: z.object({ id }),
  answer: account,
});

/** Asked by services whose Redis cannot say it. */
export const getLowestTokenVersion = defineRoute({
  method: 'GET',
  path: '/internal/users/:id/lowest-token-version',
  access: 'internal',
  summary: 'The lowest version of a login token that is still valid for a user',
  params: z.object({ id }),
  answer: z.object({ version: z.int().positive() }),
});
