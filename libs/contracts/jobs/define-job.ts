import type { z } from 'zod';

/** Work for later, through one queue. A job holds ids only: what it is about is read when it runs. */
export type JobDefinition<Schema extends z.ZodType = z.ZodType> = {
  queue: string;
  schema: Schema;
};

export function defineJob<Schema extends z.ZodType>(
  definition: JobDefinition<Schema>,
): JobDefinition<Schema> {
  return definition;
}
