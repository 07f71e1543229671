import { z } from 'zod';
import { email, expand, flag, issue, metadata, positive, text } from './params.ts';
import { PaymentMethodParams } from './payment-method-params.ts';

const MAXIMUM = 99_999_999;

/** Smallest charge in the currency's smallest unit: https://docs.stripe.com/currencies */
const MINIMUM_CHARGE = new Map([
  ['usd', 50],
  ['aud', 50],
  ['cad', 50],
  ['chf', 50],
  ['eur', 50],
  ['gbp', 30],
  ['jpy', 50],
  ['nzd', 50],
  ['sek', 300],
]);

const currency = text.transform((value, context) => {
  const code = value.toLowerCase();
  if (MINIMUM_CHARGE.has(code)) return code;
  const known = [...MINIMUM_CHARGE.keys()].join(', ');
  context.addIssue(
    issue(`Invalid currency: ${value}. The sandbox supports these currencies: ${known}`),
  );
  return z.NEVER;
});

const confirmation = {
  payment_method: text.optional(),
  payment_method_data: PaymentMethodParams.optional(),
  return_url: z.url({ error: 'Not a valid URL' }).optional(),
  receipt_email: email.optional(),
  off_session: flag.optional(),
  error_on_requires_action: flag.optional(),
  use_stripe_sdk: flag.optional(),
  setup_future_usage: z.enum(['on_session', 'off_session']).optional(),
};

export const CreateParams = z
  .strictObject({
    ...confirmation,
    amount: positive,
    currency,
    automatic_payment_methods: z
      .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
      .optional(),
    payment_method_types: z.array(z.literal('card')).optional(),
    capture_method: z.enum(['automatic', 'automatic_async']).optional(),
    confirmation_method: z.literal('automatic').optional(),
    confirm: flag.optional(),
    customer: text.optional(),
    description: text.max(1000).optional(),
    metadata: metadata.optional(),
    statement_descriptor_suffix: text.max(22).optional(),
    expand,
  })
  .superRefine((params, context) => {
    const problem = amountProblem(params.amount, params.currency);
    if (problem) context.addIssue({ ...problem, path: ['amount'] });
  });

export const ConfirmParams = z.strictObject({ ...confirmation, expand });

export const CancelParams = z.strictObject({
  cancellation_reason: z
    .enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'])
    .optional(),
  expand,
});

export type CreateParams = z.infer<typeof CreateParams>;
export type ConfirmParams = z.infer<typeof ConfirmParams>;
export type CancelParams = z.infer<typeof CancelParams>;

function amountProblem(value: number, currencyCode: string) {
  const minimum = MINIMUM_CHARGE.get(currencyCode) ?? 50;
  if (value < minimum) {
    return issue(
      `Amount must be at least ${formatAmount(minimum, currencyCode)} ${currencyCode}`,
      'amount_too_small',
    );
  }
  if (value > MAXIMUM) {
    return issue(
      `Amount must be no more than ${formatAmount(MAXIMUM, currencyCode)}`,
      'amount_too_large',
    );
  }
  return null;
}

const WITHOUT_DECIMALS = new Set(['jpy']);

/** `amount` in the currency's smallest unit. */
export function formatAmount(amount: number, currency: string): string {
  const value = WITHOUT_DECIMALS.has(currency) ? amount : amount / 100;
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(value);
}
