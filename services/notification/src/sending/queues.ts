import { sendBatch, sendDelivery, sendText } from '@cairn/contracts/jobs/deliveries.ts';
import { createQueue, type JobQueue } from '@cairn/jobs/queue.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';

/** The queues of the worker. Opens no connection yet. */
export function createQueues({
  queuePrefix,
  ...shared
}: {
  redisUrl: string;
  logger: Logger;
  queuePrefix: string | undefined;
}) {
  const options = { ...shared, ...(queuePrefix ? { prefix: queuePrefix } : {}) };
  const mails = createQueue(sendDelivery, options);
  const texts = createQueue(sendText, options);
  const batches = createQueue(sendBatch, options);
  const all = [mails, texts, batches];
  return { mails, texts, batches, all, connections: all.map(connectionOf) };
}

function connectionOf(queue: Pick<JobQueue<unknown>, 'close'>): BackgroundService {
  return { stop: () => queue.close(), isConnection: true };
}
