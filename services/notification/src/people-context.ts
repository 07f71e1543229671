import type { Context } from '@cairn/service/context.ts';
import { createRouteLimiter } from '@cairn/service/route-limiter.ts';
import { addAlertRoutes } from './alerts/alerts.routes.ts';
import { createAlerts } from './alerts/alerts.service.ts';
import type { Config } from './config.ts';
import { addContactRoutes } from './contact/contact.routes.ts';
import { createContact } from './contact/contact.service.ts';
import { addStaffContactRoutes } from './contact/staff-contact.routes.ts';
import { createStaffContact } from './contact/staff-contact.service.ts';
import { LIMITED_ROUTES } from './limits/limits.ts';
import { addBudgetMetrics } from './limits/sms-budget.ts';
import { addPhoneRoutes } from './phones/phones.routes.ts';
import { createPhones } from './phones/phones.service.ts';
import { createPurge } from './recipients/purge.ts';
import { addRecipientRoutes } from './recipients/recipients.routes.ts';
import { addSuppressionRoutes } from './suppressions/suppressions.routes.ts';
import { createSuppressions } from './suppressions/suppressions.service.ts';
import { createUnsubscribeRouter } from './unsubscribe/unsubscribe.routes.ts';
import { createUnsubscribe } from './unsubscribe/unsubscribe.service.ts';
import { createSendGridCheck } from './webhooks/sendgrid-signature.ts';
import { createSendGridWebhook } from './webhooks/sendgrid-webhook.service.ts';
import { createTwilioWebhook } from './webhooks/twilio-webhook.service.ts';
import { createWebhookRouter } from './webhooks/webhooks.routes.ts';

/** Creates what receives from users and providers: preferences, phones, contact, webhooks. */
export function createPeople(context: Context, config: Config) {
  const { pool, logger, metrics, publish } = context;
  const suppressionKey = config.SUPPRESSION_KEY;
  const { limits, limiter, redis, connection } = createRouteLimiter(
    context,
    config,
    LIMITED_ROUTES,
  );
  addBudgetMetrics(metrics, limiter);
  const alerts = createAlerts({ pool, suppressionKey });
  const phones = createPhones({
    pool,
    limiter,
    sealKey: config.PHONE_SEAL_KEY,
    suppressionKey,
    triesPerCode: limits['phone-code-tries'].points,
    allowedNumbers: { countries: config.SMS_COUNTRIES, types: config.SMS_NUMBER_TYPES },
  });
  const routes = context.createRoutes();
  addAlertRoutes(routes, alerts, pool);
  addPhoneRoutes(routes, phones, alerts);
  const staffEmails = config.STAFF_EMAILS;
  addContactRoutes(routes, createContact({ pool, limiter, staffEmails, suppressionKey }));
  addStaffContactRoutes(routes, createStaffContact({ pool, publish }));
  addRecipientRoutes(routes, pool, suppressionKey);
  addSuppressionRoutes(routes, createSuppressions({ publish, suppressionKey }));
  const unsubscribe = createUnsubscribe({ pool, key: config.UNSUBSCRIBE_KEY, logger });
  const webhooks = createWebhookRouter({
    checkSendGrid: createSendGridCheck(config.SENDGRID_WEBHOOK_PUBLIC_KEY),
    sendgrid: createSendGridWebhook({ pool, suppressionKey, logger }),
    twilio: createTwilioWebhook({ pool, suppressionKey, logger }),
    twilioAuthToken: config.TWILIO_AUTH_TOKEN,
    publicUrl: config.PUBLIC_URL,
  });
  return {
    redis,
    routers: [webhooks, createUnsubscribeRouter(unsubscribe), routes.router],
    backgroundServices: [connection, createPurge(pool, logger)],
  };
}
