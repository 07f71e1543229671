import { z } from 'zod';
import { id } from '../ids.ts';

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

const traceparent = z.string().nullable();

/** Sends one mail of the delivery ledger. May run twice, like all of these jobs: the ledger decides. */
export const sendDelivery = defineJob({
  queue: 'deliveries',
  schema: z.object({ deliveryId: id, traceparent }),
});

/** Sends one text message of the delivery ledger. */
export const sendText = defineJob({
  queue: 'texts',
  schema: z.object({ deliveryId: id, traceparent }),
});

/** Sends the rest of a batch: mails with one content, in as few calls as the provider allows. */
export const sendBatch = defineJob({
  queue: 'batches',
  schema: z.object({ batchId: id, traceparent }),
});
