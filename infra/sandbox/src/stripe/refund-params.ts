import { z } from 'zod';
import { expand, metadata, positive, text } from './params.ts';

export const RefundCreateParams = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: positive.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand,
});

export const RefundUpdateParams = z.strictObject({ metadata: metadata.optional(), expand });

export type RefundCreateParams = z.infer<typeof RefundCreateParams>;
export type RefundUpdateParams = z.infer<typeof RefundUpdateParams>;
