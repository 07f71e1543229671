import { z } from 'zod';
import { handle, id, timestamp } from '../ids.ts';
import { dollars, sumOfDollars } from '../money.ts';
import { csvPart, csvQuery, listPagination, listQuery } from './pages.ts';
import { defineRoute } from './route.ts';

export const claimState = z.enum(['open', 'verified', 'rejected']);

export const staffClaim = z.object({
  id,
  hunt_id: id,
  handle,
  hunt_title: z.string(),
  state: claimState,
  created_at: timestamp,
  decided_at: timestamp.nullable(),
  note: z.string().nullable(),
  /** Dollars; the prize at the moment of the claim. */
  prize_frozen: sumOfDollars,
  /** Dollars; `prize_frozen` without the bonuses of `reversed_purchases`. Fixed by the decision. */
  prize_payable: sumOfDollars,
  /** Purchases in `prize_frozen` that were refunded or disputed since, before the decision. */
  reversed_purchases: z.array(
    z.object({ purchase_id: id, status: z.enum(['refunded', 'disputed']), bonus: dollars }),
  ),
  /** In one answer only: the new code of a hunt whose claim was rejected. */
  treasure_code: z.string().optional(),
});
export type StaffClaim = z.infer<typeof staffClaim>;

const claimFilter = z.object({
  state: claimState.or(z.literal('')).default(''),
  hunt: id.or(z.literal('')).default(''),
  /** The id of a claim, in full. */
  search: z.string().trim().max(64).default(''),
});
export type ClaimFilter = z.output<typeof claimFilter>;

export const listClaims = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/claims',
  access: 'admin',
  summary: 'Winning claims, newest first, by state, hunt and id',
  query: listQuery.extend(claimFilter.shape),
  answer: z.object({ claims: z.array(staffClaim), pagination: listPagination }),
});

export const exportClaims = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/claims/export',
  access: 'admin',
  summary: 'The claims of a filter as CSV, in parts; recorded in the activity log',
  query: csvQuery.extend(claimFilter.shape),
  answer: csvPart,
});

export const decideClaim = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/api/admin/claims/:id/verify',
  access: 'admin',
  summary: 'Check the claimant’s secret and write down the outcome; 422 where the secret is wrong',
  params: z.object({ id }),
  body: z.object({
    /** Empty if the claimant did not present it: the claim can only be rejected. */
    claimSecret: z.string().trim().max(200).default(''),
    outcome: z.enum(['verified', 'rejected']),
    note: z.string().trim().max(2_000).default(''),
  }),
  answer: staffClaim,
});
