import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { currency, dollars } from '../money.ts';
import { alertPreference } from './alerts.ts';
import { csvPart, csvQuery, listPagination, listQuery } from './pages.ts';
import { purchaseStatus } from './payments.ts';
import { defineRoute } from './route.ts';

export const accountStatus = z.enum(['active', 'suspended']);

export const account = z.object({
  id,
  email: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  status: accountStatus,
  email_verified: z.boolean(),
  is_admin: z.boolean(),
  created_at: timestamp,
  last_login: timestamp.nullable(),
  /** Increases with each change of the user, for If-Match; absent in answers of an earlier release. */
  version: z.int().positive().optional(),
});
export type Account = z.infer<typeof account>;

const dayOrEmpty = z.iso.date().or(z.literal('')).default('');

export const accountsQuery = listQuery.extend({
  search: z.string().trim().max(254).default(''),
  status: accountStatus.or(z.literal('')).default(''),
  /** Days of creation in UTC, both inclusive. */
  from: dayOrEmpty,
  to: dayOrEmpty,
  sort: z.enum(['created_at', 'email', 'name', 'last_login', 'status']).default('created_at'),
});

export const accountsPage = z.object({
  accounts: z.array(account),
  pagination: listPagination,
});

export const purchase = z.object({
  id,
  /** `CRN-2026-000123`: the year of recording and a number without gaps. */
  receipt_number: z.string().optional(),
  product_id: id,
  product_title: z.string(),
  handle: z.string(),
  type: z.literal('hunt'),
  region: z.string(),
  price_amount: dollars,
  price_currency: currency,
  created_at: timestamp,
  status: purchaseStatus,
  stripe_payment_intent_id: z.string().nullable(),
  /** When Stripe completed the refund. */
  refunded_at: timestamp.nullable().optional(),
});
export type Purchase = z.infer<typeof purchase>;

export const listAccounts = defineRoute({
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/accounts',
  access: 'admin',
  otherRefusals: [409],
  summary: 'Accounts, a page at a time; newest first unless asked otherwise',
  query: accountsQuery,
  answer: accountsPage,
});

export const exportAccounts = defineRoute({
  owner: 'auth',
  method: 'GET',
  path: '/api/admin/accounts-export',
  access: 'admin',
  otherRefusals: [409],
  summary: 'The accounts of a filter as CSV, in parts; recorded in the activity log',
  query: csvQuery.extend(
    accountsQuery.pick({ search: true, status: true, from: true, to: true }).shape,
  ),
  answer: csvPart,
});

export const exportSelectedAccounts = defineRoute({
  owner: 'auth',
  method: 'POST',
  path: '/api/admin/accounts-export',
  access: 'admin',
  idempotency: 'none',
  summary: 'These accounts as CSV; recorded in the activity log',
  body: z.object({ ids: z.array(id).min(1).max(1_000), with_header: z.boolean().default(true) }),
  answer: z.object({ csv: z.string() }),
});

export const getAccount = defineRoute({
  owner: 'admin',
  method: 'GET',
  path: '/api/admin/accounts/:id',
  access: 'admin',
  summary: 'One account with its purchases and alert preferences',
  params: z.object({ id }),
  answer: z.object({
    account,
    purchases: z.array(purchase),
    alerts: z.array(alertPreference),
  }),
});

export const refundPurchase = defineRoute({
  owner: 'payment',
  method: 'POST',
  path: '/api/admin/purchases/:id/refund',
  access: 'admin',
  summary: 'Give the money of a purchase back; 409 while a refund is pending or done',
  params: z.object({ id }),
  body: z.object({
    reason: z
      .string('A reason is required')
      .trim()
      .regex(/\S/, 'A reason is required')
      .max(500, 'The reason is too long'),
  }),
  answer: purchase,
});

const name = z
  .string()
  .trim()
  .max(100, 'That name is too long')
  // P-3.6: a line break would allow header injection.
  .regex(/^[^\r\n]*$/, 'Please use one line')
  .nullable();

export const updateAccount = defineRoute({
  owner: 'auth',
  method: 'PATCH',
  path: '/api/admin/accounts/:id',
  access: 'admin',
  summary: 'Suspend, restore, verify, make or unmake an admin, name; 409 for the last admin',
  params: z.object({ id }),
  body: z
    .object({
      status: accountStatus,
      email_verified: z.boolean(),
      is_admin: z.boolean(),
      first_name: name,
      last_name: name,
    })
    .partial(),
  ifMatch: true,
  answer: account,
});

export const deleteAccountByStaff = defineRoute({
  owner: 'auth',
  method: 'DELETE',
  path: '/api/admin/accounts/:id',
  access: 'admin',
  summary: 'Delete an account for good; 409 for the last admin',
  params: z.object({ id }),
  answer: z.object({ message: z.string() }),
});
