import { z } from 'zod';
import { id } from '../ids.ts';
import { dollars } from '../money.ts';
import { gatewayLimit, HOUR, MINUTE, ownerLimit } from './limits.ts';
import { defineRoute, MAX_WEBHOOK_BYTES } from './route.ts';

export const purchaseStatus = z.enum([
  'completed',
  'refund_pending',
  'refunded',
  'disputed',
  'rejected',
]);
export type PurchaseStatus = z.infer<typeof purchaseStatus>;

export const createPaymentIntent = defineRoute({
  owner: 'payment',
  method: 'POST',
  path: '/api/create-payment-intent',
  access: 'user',
  otherRefusals: [404],
  limits: [
    gatewayLimit('payment-intents-user', {
      points: 60,
      seconds: 10 * MINUTE,
      per: 'user',
      withoutRedis: 10,
    }),
    // Against card testing: payment counts the declines that Stripe reports.
    ownerLimit('declined-cards-user', { points: 60, seconds: HOUR, withoutRedis: 10 }),
    ownerLimit('declined-cards-address', { points: 60, seconds: HOUR, withoutRedis: 10 }),
  ],
  summary: 'Begin to join a hunt; the amount is the hunt’s price',
  body: z.object({
    productId: id,
    productType: z.literal('hunt'),
    email: z.string().max(254).optional(),
    /** The price that the page displayed. Never charged; 409 if it differs from the current one. */
    shownPrice: dollars.optional(),
  }),
  answer: z.object({ clientSecret: z.string() }),
});

export const recordPurchase = defineRoute({
  owner: 'payment',
  method: 'POST',
  path: '/api/record-purchase',
  otherStatuses: [202],
  otherRefusals: [402, 404],
  access: 'user',
  summary: 'Record that the card was charged; 202 while the purchase is being recorded',
  body: z.object({ productId: id, paymentIntentId: z.string().min(1).max(255) }),
  answer: z.object({ purchaseId: id, status: purchaseStatus, pending: z.literal(true).optional() }),
});

export const stripeWebhook = defineRoute({
  owner: 'payment',
  method: 'POST',
  path: '/api/webhooks/stripe',
  maxBodyBytes: MAX_WEBHOOK_BYTES,
  access: 'anyone',
  summary: 'Signed events from Stripe',
  answer: z.object({ received: z.literal(true) }),
});
