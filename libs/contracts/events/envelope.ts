import { z } from 'zod';
import { id, timestamp } from '../ids.ts';

/** An event in the outbox and in hand-overs by HTTP; `data` is parsed by its definition. */
export const eventEnvelope = z.object({
  id: z.uuid(),
  source: z.string().min(1).max(100),
  type: z.string().min(1).max(100),
  version: z.int().positive(),
  topic: z.string().min(1).max(100),
  key: id,
  time: timestamp,
  traceparent: z.string().max(100).nullable(),
  data: z.unknown(),
});
export type EventEnvelope = z.infer<typeof eventEnvelope>;
