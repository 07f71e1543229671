import { z } from 'zod';

const Address = z.object({ email: z.string(), name: z.string().optional() });
const Addresses = z.array(Address);
const TextMap = z.record(z.string(), z.string());

/** Checks types only; mail-checks.ts has the rules with SendGrid's error messages. */
export const MailParams = z.object({
  personalizations: z
    .array(
      z.object({
        to: Addresses.optional(),
        cc: Addresses.optional(),
        bcc: Addresses.optional(),
        subject: z.string().optional(),
        headers: TextMap.optional(),
        substitutions: TextMap.optional(),
        custom_args: TextMap.optional(),
        send_at: z.number().optional(),
      }),
    )
    .optional(),
  from: Address.optional(),
  reply_to: Address.optional(),
  subject: z.string().optional(),
  content: z.array(z.object({ type: z.string(), value: z.string() })).optional(),
  headers: TextMap.optional(),
  custom_args: TextMap.optional(),
  categories: z.array(z.string()).optional(),
});

export type MailParams = z.infer<typeof MailParams>;
export type Personalization = NonNullable<MailParams['personalizations']>[number];
export type Address = z.infer<typeof Address>;
