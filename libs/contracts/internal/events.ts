import { z } from 'zod';
import { eventEnvelope } from '../events/envelope.ts';
import { defineRoute } from '../http/route.ts';

/**
 * Hands an event over ahead of Kafka, so that its effect is there when the caller answers. Kafka's
 * copy has the same id and is then a no-op. `parked` means that it is kept and will be tried again.
 */
export const receiveEvent = defineRoute({
  method: 'POST',
  path: '/internal/events',
  access: 'internal',
  summary: 'Apply an event now',
  body: eventEnvelope,
  answer: z.object({ outcome: z.enum(['applied', 'duplicate', 'parked', 'ignored']) }),
});
