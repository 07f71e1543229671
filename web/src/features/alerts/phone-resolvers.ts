import { setPhone, verifyPhone } from '@cairn/contracts/http/alerts.ts';
import { zodResolver } from '@hookform/resolvers/zod';

// Fetched by laterResolver, so that the forms show without them.
export const phoneResolver = zodResolver(setPhone.body);
export const codeResolver = zodResolver(verifyPhone.body);
