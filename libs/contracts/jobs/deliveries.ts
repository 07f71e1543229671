import { z } from 'zod';
import { id } from '../ids.ts';
import { defineJob } from './define-job.ts';

const traceparent = z.string().nullable();

/** Send one mail of the delivery ledger. May run twice, as all of these: the ledger decides. */
export const sendDelivery = defineJob({
  queue: 'deliveries',
  schema: z.object({ deliveryId: id, traceparent }),
});

/** Send one text message of the delivery ledger. */
export const sendText = defineJob({
  queue: 'texts',
  schema: z.object({ deliveryId: id, traceparent }),
});

/** Send what still waits of a batch: mails with one content, in as few calls as the provider takes. */
export const sendBatch = defineJob({
  queue: 'batches',
  schema: z.object({ batchId: id, traceparent }),
});
