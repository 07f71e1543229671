import { z } from 'zod';
import { expand, flag, metadata } from './params.ts';

/** Evidence fields whose value is a text or a file id. */
export const EVIDENCE_TEXTS = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;

export const DisputeUpdateParams = z.strictObject({
  evidence: z.partialRecord(z.enum(EVIDENCE_TEXTS), z.string().max(150_000)).optional(),
  metadata: metadata.optional(),
  submit: flag.optional(),
  expand,
});

export type DisputeUpdateParams = z.infer<typeof DisputeUpdateParams>;

const ChargeReference = z.union([
  z.strictObject({ payment_intent: z.string() }),
  z.strictObject({ charge: z.string() }),
]);

export type ChargeReference = z.infer<typeof ChargeReference>;

/** JSON bodies of the sandbox's own routes. */
export const OpenDisputeBody = z
  .looseObject({
    reason: z.string().min(1).max(50).default('fraudulent'),
    kind: z.enum(['chargeback', 'inquiry']).default('chargeback'),
  })
  .transform(({ reason, kind, ...rest }, context) => {
    const which = ChargeReference.safeParse(rest);
    if (which.success) return { reason, kind, which: which.data };
    context.addIssue({ code: 'custom', message: 'Say payment_intent or charge, and nothing else' });
    return z.NEVER;
  });

export const ResolveDisputeBody = z.strictObject({ outcome: z.enum(['won', 'lost', 'escalated']) });

export const CompleteRefundBody = z.strictObject({ outcome: z.enum(['succeeded', 'failed']) });
