import { z } from 'zod';
import { productSnapshot } from '../events/hunts.ts';
import { huntStatus } from '../http/hunts.ts';
import { defineRoute } from '../http/route.ts';
import { handle, id, timestamp } from '../ids.ts';
import { cents, currency } from '../money.ts';

/** What payment needs to sell a membership; stored on the purchase as it was at the time. */
export const offer = z.object({
  productId: id,
  /** The hunt's version, as in hunt.updated. Catalog of an earlier release sends none. */
  version: z.int().positive().optional(),
  handle,
  title: z.string(),
  region: z.string(),
  status: huntStatus,
  priceCents: cents,
  currency,
  /** Each purchase's share of the prize. */
  bonusCents: cents,
});
export type Offer = z.infer<typeof offer>;

export const getOffer = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/internal/products/:id/offer',
  access: 'internal',
  callers: ['payment'],
  summary: 'The present terms of joining a hunt',
  params: z.object({ id }),
  answer: offer,
});

export const listSnapshots = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/internal/products',
  access: 'internal',
  callers: ['gateway'],
  summary: 'The newest snapshot of every product, for a gateway that starts',
  answer: z.array(productSnapshot),
});

export const exportMemberships = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/internal/users/:userId/memberships',
  access: 'internal',
  callers: ['auth'],
  summary: 'The hunts that a user has joined, for their export',
  params: z.object({ userId: id }),
  answer: z.object({
    memberships: z.array(
      z.object({
        product_id: id,
        handle,
        title: z.string(),
        status: z.enum(['completed', 'refunded', 'disputed']),
        joined_at: timestamp,
      }),
    ),
  }),
});
