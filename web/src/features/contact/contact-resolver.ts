import { contactMessage } from '@cairn/contracts/http/messages.ts';
import { zodResolver } from '@hookform/resolvers/zod';

// Fetched by laterResolver, so that the form shows without it.
export const contactResolver = zodResolver(contactMessage);
