import { setPhone, verifyPhone } from '@cairn/contracts/http/alerts.ts';
import { zodResolver } from '@hookform/resolvers/zod';

// Loaded by lazyResolver, so that zod does not delay the forms.
export const phoneResolver = zodResolver(setPhone.body);
export const codeResolver = zodResolver(verifyPhone.body);
