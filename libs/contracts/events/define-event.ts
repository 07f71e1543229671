import type { z } from 'zod';
import type { TopicName } from './topics.ts';

export type EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> = {
  type: Type;
  version: number;
  topic: TopicName;
  /** Events with the same key are applied in order. */
  key: (data: z.infer<Schema>) => string;
  schema: Schema;
};

export type EventData<Definition> =
  Definition extends EventDefinition<string, infer Schema> ? z.infer<Schema> : never;

/** Data that an earlier release may have published: fields that the schema derives are optional. */
export type EventInput<Definition> =
  Definition extends EventDefinition<string, infer Schema> ? z.input<Schema> : never;

/** Defines an event; publishers and consumers derive type and schema from it. */
export function defineEvent<Type extends string, Schema extends z.ZodType>(
  definition: EventDefinition<Type, Schema>,
): EventDefinition<Type, Schema> {
  return definition;
}
