import { z } from 'zod';
import { defineRoute } from '../http/route.ts';
import { id, timestamp } from '../ids.ts';
import type { ServiceName } from '../services.ts';
import type { TopicName } from './topics.ts';

export type EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> = {
  type: Type;
  version: number;
  topic: TopicName;
  /** The services that handle it. The gateway is none of them: it keeps snapshots in memory and has no inbox. */
  consumers: readonly ServiceName[];
  /** Events with the same key are applied in order. */
  key: (data: z.infer<Schema>) => string;
  schema: Schema;
};

export type EventData<Definition> =
  Definition extends EventDefinition<string, infer Schema> ? z.infer<Schema> : never;

/** Data that an earlier release may have published: fields that the schema derives are optional. */
export type EventInput<Definition> =
  Definition extends EventDefinition<string, infer Schema> ? z.input<Schema> : never;

const DEFINED = new WeakSet<object>();

/** Defines an event; publishers and consumers derive type and schema from it. */
export function defineEvent<Type extends string, Schema extends z.ZodType>(
  definition: EventDefinition<Type, Schema>,
): EventDefinition<Type, Schema> {
  DEFINED.add(definition);
  return definition;
}

/** True for a result of `defineEvent`. */
export function isEvent(value: unknown): value is EventDefinition {
  return typeof value === 'object' && value !== null && DEFINED.has(value);
}

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
