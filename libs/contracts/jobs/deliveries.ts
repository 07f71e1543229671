import { z } from 'zod';
import { id } from '../ids.ts';
import { defineJob } from './define-job.ts';

/** Send one row of the delivery ledger. May run twice: the ledger decides. */
export const sendDelivery = defineJob({
  queue: 'deliveries',
  schema: z.object({ deliveryId: id, traceparent: z.string().nullable() }),
});
