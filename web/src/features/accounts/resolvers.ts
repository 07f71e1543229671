import { login, requestPasswordReset } from '@cairn/contracts/http/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { resetForm } from './new-password-schema.ts';
import { signupForm } from './signup-schema.ts';

// Loaded by lazyResolver, so that zod does not delay the forms.
export const loginResolver = zodResolver(login.body);
export const emailResolver = zodResolver(requestPasswordReset.body);
export const signupResolver = zodResolver(signupForm);
export const resetResolver = zodResolver(resetForm);
