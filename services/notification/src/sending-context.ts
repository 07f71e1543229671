import { sendBatch, sendDelivery, sendText } from '@cairn/contracts/jobs/deliveries.ts';
import { createQueue, type JobQueue } from '@cairn/jobs/queue.ts';
import type { Context } from '@cairn/service/context.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import type { Config } from './config.ts';
import { addDeliveryMetrics } from './deliveries/deliveries.metrics.ts';
import { addDeliveryRoutes } from './deliveries/deliveries.routes.ts';
import { createDispatcher } from './deliveries/dispatcher.ts';
import { createHuntHandlers } from './deliveries/hunts.handlers.ts';
import { createRetry } from './deliveries/retry.service.ts';
import { createMailingActions } from './mailings/mailing-actions.service.ts';
import { addMailingRoutes } from './mailings/mailings.routes.ts';
import { createMailings } from './mailings/mailings.service.ts';

/** Creates what request messages: the ledger, its queues, mailings and alerts. */
export function createSending(context: Context, config: Config, prefix?: string) {
  const { pool, logger, metrics, publish, due } = context;
  const options = { redisUrl: config.REDIS_URL, logger, ...(prefix ? { prefix } : {}) };
  const mails = createQueue(sendDelivery, options);
  const texts = createQueue(sendText, options);
  const batches = createQueue(sendBatch, options);
  const queues = [mails, texts, batches];
  const dispatcher = createDispatcher({ pool, mails, texts, batches, logger, due });
  addDeliveryMetrics(metrics, pool, queues);
  const routes = context.createRoutes();
  addMailingRoutes(routes, {
    pool,
    mailings: createMailings({
      pool,
      publish,
      publicUrl: config.PUBLIC_URL,
      postalAddress: config.POSTAL_ADDRESS,
    }),
    runMailingAction: createMailingActions({ publish }),
  });
  addDeliveryRoutes(routes, {
    pool,
    suppressionKey: config.SUPPRESSION_KEY,
    retry: createRetry({ publish }),
  });
  const staff = { emails: config.STAFF_EMAILS, phones: config.STAFF_PHONES };
  return {
    routers: [routes.router],
    huntHandlers: createHuntHandlers({ staff, logger }),
    dispatcher,
    /** Without Redis no message is sent. */
    pingQueues: () => mails.ping(),
    backgroundServices: [...queues.map(connectionOf), dispatcher],
  };
}

function connectionOf(queue: Pick<JobQueue<unknown>, 'close'>): BackgroundService {
  return { stop: () => queue.close(), isConnection: true };
}
