import { z } from 'zod';
import { email, integer, metadata, text } from './params.ts';

const optionalText = z.string().optional();

const Card = z.union([
  z.strictObject({ token: text }),
  z.strictObject({ number: text, exp_month: integer, exp_year: integer, cvc: text.optional() }),
]);

const BillingDetails = z.strictObject({
  name: optionalText,
  email: email.optional(),
  phone: optionalText,
  address: z
    .strictObject({
      line1: optionalText,
      line2: optionalText,
      city: optionalText,
      state: optionalText,
      postal_code: optionalText,
      country: optionalText,
    })
    .optional(),
});

export const PaymentMethodParams = z.strictObject({
  type: z.literal('card'),
  card: Card,
  billing_details: BillingDetails.optional(),
  metadata: metadata.optional(),
});

export type PaymentMethodParams = z.infer<typeof PaymentMethodParams>;
