import { signup } from '@cairn/contracts/http/accounts.ts';
import { z } from 'zod';
import { samePasswords } from './password-pair.ts';
import { ALL_REQUIRED } from './texts.ts';

const { email, password } = signup.body.shape;

/** The contract's body and the fields that only the form has; an empty field counts as missing. */
export const signupForm = z
  .object({
    email: z.preprocess(emptyAsMissing, email),
    password: z.preprocess(emptyAsMissing, password),
    confirmPassword: z.string().min(1, ALL_REQUIRED),
    agreesToTerms: z.boolean().refine(Boolean, 'You must agree to the Terms of Service'),
    agreesToRisk: z.boolean().refine(Boolean, 'You must acknowledge and agree to the Risk Waiver'),
  })
  .refine(
    (form) => form.password === form.confirmPassword,
    samePasswords('password', 'confirmPassword', 'Passwords do not match'),
  );

function emptyAsMissing(value: unknown): unknown {
  return typeof value === 'string' && value.trim() === '' ? undefined : value;
}
