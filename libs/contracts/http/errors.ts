import { z } from 'zod';

/** The body of every answer with status 400 or higher. */
export const errorBody = z.object({
  error: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
