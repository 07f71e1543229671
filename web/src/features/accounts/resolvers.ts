import { login, requestPasswordReset } from '@cairn/contracts/http/accounts.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { resetForm } from './new-password-schema.ts';
import { signupForm } from './signup-schema.ts';

// Fetched by laterResolver, so that the forms show without them.
export const loginResolver = zodResolver(login.body);
export const emailResolver = zodResolver(requestPasswordReset.body);
export const signupResolver = zodResolver(signupForm);
export const resetResolver = zodResolver(resetForm);
