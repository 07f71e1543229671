import type { QueueTiming } from '@cairn/jobs/queue.ts';
import type { Context, ContextOverrides } from '@cairn/service/context.ts';
import { createRouteLimiter } from '@cairn/service/route-limiter.ts';
import { createService } from '@cairn/service/service.ts';
import { repeat } from '@cairn/service-kit/repeat.ts';
import { createAlerts } from './alerts/alerts.service.ts';
import { createPhones } from './alerts/phones.service.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
import { createContact } from './contact/contact.service.ts';
import { createStaffContact } from './contact/staff-contact.service.ts';
import { addDeliveryMetrics } from './deliveries/deliveries.metrics.ts';
import { createHuntHandlers } from './deliveries/hunts.handlers.ts';
import { LIMITED_ROUTES } from './limits/limits.ts';
import { addBudgetMetrics } from './limits/sms-budget.ts';
import { createMailingActions } from './mailings/mailing-actions.service.ts';
import { createMailings } from './mailings/mailings.service.ts';
import { createScheduledMailings } from './mailings/scheduled-mailings.service.ts';
import { purge } from './purge.ts';
import { createDispatcher, createQueues } from './sending/dispatcher.ts';
import { createRetry } from './staff-deliveries/retry.service.ts';
import { createSuppressions } from './suppressions/suppressions.routes.ts';
import { createUnsubscribe } from './unsubscribe/unsubscribe.service.ts';
import { createSendGridCheck } from './webhooks/sendgrid-signature.ts';
import { createSendGridWebhook } from './webhooks/sendgrid-webhook.service.ts';
import { createTwilioWebhook } from './webhooks/twilio-webhook.service.ts';

export type Service = ReturnType<typeof createNotification>;

export type Overrides = ContextOverrides & { queuePrefix?: string; queueTiming?: QueueTiming };

const PURGE_INTERVAL_MS = 10 * 60_000;

/** Wires the service. */
export function createNotification(config: Config, overrides: Overrides = {}) {
  return createService('notification', config, overrides, (context) =>
    wire(config, context, overrides),
  );
}

function wire(config: Config, context: Context, { queuePrefix, queueTiming }: Overrides) {
  const { pool, publish, logger, metrics, due } = context;
  const { SUPPRESSION_KEY: suppressionKey, STAFF_EMAILS: staffEmails, PUBLIC_URL } = config;
  const counted = createRouteLimiter(context, config, LIMITED_ROUTES);
  const { limits, limiter, redis } = counted;
  addBudgetMetrics(metrics, limiter);
  const queues = createQueues({
    redisUrl: config.REDIS_URL,
    logger,
    prefix: queuePrefix,
    timing: queueTiming,
  });
  addDeliveryMetrics(metrics, pool, queues.all);
  const dispatcher = createDispatcher({ pool, logger, due, ...queues });
  const staff = { emails: staffEmails, phones: config.STAFF_PHONES };
  return {
    handlers: createHandlers({ suppressionKey, hunts: createHuntHandlers({ staff, logger }) }),
    backgroundServices: [
      counted.connection,
      ...queues.connections,
      dispatcher,
      repeat({ name: 'purge', everyMs: PURGE_INTERVAL_MS, logger }, (signal) =>
        purge(pool, logger, signal),
      ),
    ],
    /** Without Redis no message is sent. */
    optional: { redis: () => queues.mails.ping() },
    redis,
    dispatcher,
    suppressionKey,
    alerts: createAlerts({ pool, suppressionKey }),
    phones: createPhones({
      pool,
      limiter,
      sealKey: config.PHONE_SEAL_KEY,
      suppressionKey,
      triesPerCode: limits['phone-code-tries'].points,
      allowedNumbers: { countries: config.SMS_COUNTRIES, types: config.SMS_NUMBER_TYPES },
    }),
    contact: createContact({ pool, limiter, staffEmails, suppressionKey }),
    staffContact: createStaffContact({ pool, publish }),
    suppressions: createSuppressions({ publish, suppressionKey }),
    unsubscribe: createUnsubscribe({ pool, key: config.UNSUBSCRIBE_KEY, logger }),
    webhooks: createWebhooks(config, context),
    mailings: createMailings({
      pool,
      publish,
      publicUrl: PUBLIC_URL,
      postalAddress: config.POSTAL_ADDRESS,
    }),
    scheduledMailings: createScheduledMailings({ pool, publish, publicUrl: PUBLIC_URL }),
    runMailingAction: createMailingActions({ publish }),
    retry: createRetry({ publish }),
  };
}

function createWebhooks(config: Config, { pool, logger }: Context) {
  const suppressionKey = config.SUPPRESSION_KEY;
  return {
    checkSendGrid: createSendGridCheck(config.SENDGRID_WEBHOOK_PUBLIC_KEY),
    sendgrid: createSendGridWebhook({ pool, suppressionKey, logger }),
    twilio: createTwilioWebhook({ pool, suppressionKey, logger }),
    twilioAuthToken: config.TWILIO_AUTH_TOKEN,
    publicUrl: config.PUBLIC_URL,
  };
}
