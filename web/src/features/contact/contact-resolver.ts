import { contactMessage } from '@cairn/contracts/http/messages.ts';
import { zodResolver } from '@hookform/resolvers/zod';

// Loaded by lazyResolver, so that zod does not delay the form.
export const contactResolver = zodResolver(contactMessage);
