import { z } from 'zod';
import { eventEnvelope } from '../events/envelope.ts';
import { defineRoute } from '../http/route.ts';

/**
 * Hands an event over ahead of Kafka, so that its effect is visible when the caller answers.
 * Kafka's copy has the same id and is then a no-op. The effect is committed only for `applied`
 * (now) and `duplicate` (before). `parked`: stored, retried later. `dead`: a dead letter, applied
 * only after a replay.
 */
export const receiveEvent = defineRoute({
  owner: null,
  method: 'POST',
  path: '/internal/events',
  access: 'internal',
  callers: ['payment'],
  summary: 'Apply an event now',
  body: eventEnvelope,
  answer: z.object({ outcome: z.enum(['applied', 'duplicate', 'parked', 'ignored', 'dead']) }),
});
