import { PASSWORD_MAX, PASSWORD_MIN, resetPassword } from '@cairn/contracts/http/accounts.ts';
import { z } from 'zod';
import { samePasswords } from './password-pair.ts';
import { ALL_REQUIRED } from './texts.ts';

const required = z.string().min(1, ALL_REQUIRED);

/** Reset by a mailed link, which authenticates the user. */
export const resetForm = z
  .object({
    password: required.pipe(resetPassword.body.shape.password),
    confirmPassword: required,
  })
  .refine(
    (form) => form.password === form.confirmPassword,
    samePasswords('password', 'confirmPassword', 'Passwords do not match'),
  );

/** Change with the current password. The texts belong to this form, the limits to the contract. */
export const changeForm = z
  .object({
    currentPassword: required.max(PASSWORD_MAX, 'Current password is incorrect'),
    newPassword: required.pipe(
      z
        .string()
        .min(PASSWORD_MIN, 'New password must be at least 8 characters long')
        .max(PASSWORD_MAX, 'New password must be at most 256 characters long'),
    ),
    confirmPassword: required,
  })
  .refine(
    (form) => form.newPassword === form.confirmPassword,
    samePasswords('newPassword', 'confirmPassword', 'New passwords do not match'),
  );
