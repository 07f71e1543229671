import { z } from 'zod';

const text = z.string().max(255);
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
/** Stripe sends an id, or the object itself where it is expanded. */
const reference = z.union([text, z.object({ id: text }).transform(({ id }) => id)]);

/**
 * The allow-list of what `stripe_events` stores: ids, amounts, states and error codes. Everything
 * else, such as `billing_details` or the `evidence` of a dispute, may hold personal data or secrets.
 */
const storedPayload = z.object({
  id: optional(text),
  type: optional(text),
  created: optional(z.number()),
  livemode: optional(z.boolean()),
  api_version: optional(text),
  data: z.object({
    object: z.object({
      id: optional(text),
      object: optional(text),
      status: optional(text),
      reason: optional(text),
      created: optional(z.number()),
      amount: optional(z.number()),
      amount_received: optional(z.number()),
      amount_refunded: optional(z.number()),
      currency: optional(text),
      payment_intent: optional(reference),
      charge: optional(reference),
      latest_charge: optional(reference),
      metadata: optional(
        z.object({
          attemptId: optional(text),
          userId: optional(text),
          productId: optional(text),
          refundRequestId: optional(text),
        }),
      ),
      last_payment_error: optional(
        z.object({ type: optional(text), code: optional(text), decline_code: optional(text) }),
      ),
    }),
  }),
});

/** The fields of a Stripe event that may be stored; empty for invalid input. */
export function selectPayload(event: unknown): object {
  return storedPayload.safeParse(event).data ?? {};
}
