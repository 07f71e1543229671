import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { currency, dollars } from '../money.ts';
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
});
export type Account = z.infer<typeof account>;

export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  pages: z.int(),
});

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

export const accountsQuery = pageQuery.extend({
  search: z.string().trim().max(254).default(''),
  status: accountStatus.or(z.literal('')).default(''),
});

export const accountsPage = z.object({ accounts: z.array(account), pagination });

export const purchase = z.object({
  id,
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
  /** When the money was back, as Stripe tells it. */
  refunded_at: timestamp.nullable().optional(),
});
export type Purchase = z.infer<typeof purchase>;

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

export const listAccounts = defineRoute({
  method: 'GET',
  path: '/api/admin/accounts',
  access: 'admin',
  summary: 'Accounts, newest first, a page at a time',
  query: accountsQuery,
  answer: accountsPage,
});

export const getAccount = defineRoute({
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

export const refundRequest = z.object({
  reason: z.string().trim().min(1, 'A reason is required').max(500),
});

export const refundPurchase = defineRoute({
  method: 'POST',
  path: '/api/admin/purchases/:id/refund',
  access: 'admin',
  summary: 'Give the money of a purchase back; 409 while a refund is pending or done',
  params: z.object({ id }),
  body: refundRequest,
  answer: purchase,
});
