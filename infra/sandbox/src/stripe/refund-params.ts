import { z } from 'zod';
import { listParams } from './lists.ts';
import { integer, issue, metadata, text } from './params.ts';

const expand = z.array(text).optional();

const amount = integer.superRefine((value, context) => {
  if (value < 1) {
    context.addIssue(
      issue('This value must be greater than or equal to 1.', 'parameter_invalid_integer'),
    );
  }
});

export const RefundCreateParams = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: amount.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand,
});

export const RefundUpdateParams = z.strictObject({ metadata: metadata.optional(), expand });

/** List parameters of refunds and disputes. */
export const ListOfChargeParams = z.strictObject({
  ...listParams,
  payment_intent: text.optional(),
  charge: text.optional(),
  expand,
});

export type RefundCreateParams = z.infer<typeof RefundCreateParams>;
export type RefundUpdateParams = z.infer<typeof RefundUpdateParams>;
