import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { purchase } from './back-office.ts';
import { csvPart, csvQuery, keysetPagination, keysetQuery } from './pages.ts';
import { purchaseStatus } from './payments.ts';
import { defineRoute } from './route.ts';

/** The newest refund request of a purchase. `refused`: by Stripe or the bank. */
export const refundRequest = z.object({
  state: z.enum(['open', 'made', 'refused']),
  reason: z.string(),
  requested_at: timestamp,
});

export const staffPurchase = purchase.extend({
  user_id: id,
  /** Null for a deleted user, and while auth does not answer. */
  user_email: z.string().nullable(),
  dispute: z.enum(['open', 'won', 'lost']).nullable(),
  refund: refundRequest.nullable(),
});
export type StaffPurchase = z.output<typeof staffPurchase>;

const filter = z.object({
  /** The beginning of an email address, a name, a payment reference, or a purchase or user id; or a receipt number. */
  search: z.string().trim().max(254).default(''),
  hunt: id.or(z.literal('')).default(''),
  /** `accepted`: not rejected. `unsettled`: the money has to go back, or is disputed. */
  status: z.enum(['', ...purchaseStatus.options, 'accepted', 'unsettled']).default(''),
  /** The event whose day is compared with `from` and `to`. */
  day_of: z.enum(['purchase', 'refund', 'dispute']).default('purchase'),
  /** Days in UTC, both inclusive. */
  from: z.iso.date().or(z.literal('')).default(''),
  to: z.iso.date().or(z.literal('')).default(''),
});
export type PurchaseFilter = z.output<typeof filter>;

const purchaseQuery = keysetQuery.extend({
  ...filter.shape,
  sort: z.enum(['created_at', 'amount']).default('created_at'),
});
export type PurchaseQuery = z.output<typeof purchaseQuery>;

export const listPurchases = defineRoute({
  owner: 'payment',
  method: 'GET',
  path: '/api/admin/purchases',
  access: 'admin',
  summary: 'Purchases by hunt, status, day and text; newest first unless asked otherwise',
  query: purchaseQuery,
  answer: z.object({ purchases: z.array(staffPurchase), pagination: keysetPagination }),
});

export const exportPurchases = defineRoute({
  owner: 'payment',
  method: 'GET',
  path: '/api/admin/purchases/export',
  access: 'admin',
  summary: 'The purchases of a filter as CSV, in parts; recorded in the activity log',
  query: csvQuery.extend(filter.shape),
  answer: csvPart,
});
