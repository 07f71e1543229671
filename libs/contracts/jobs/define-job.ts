import type { z } from 'zod';

/** Deferred work in a queue. A job holds ids only: its data is read when it runs. */
export type JobDefinition<Schema extends z.ZodType = z.ZodType> = {
  queue: string;
  schema: Schema;
};

export function defineJob<Schema extends z.ZodType>(
  definition: JobDefinition<Schema>,
): JobDefinition<Schema> {
  return definition;
}
