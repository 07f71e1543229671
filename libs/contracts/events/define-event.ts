import type { z } from 'zod';
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
