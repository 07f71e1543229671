import { createPaymentIntent } from '@cairn/contracts/http/payments.ts';
import { createDueLoop } from '@cairn/events/due-loop.ts';
import type { Context, ContextOverrides } from '@cairn/service/context.ts';
import { createRouteLimiter } from '@cairn/service/route-limiter.ts';
import { createService } from '@cairn/service/service.ts';
import { repeat } from '@cairn/service-kit/repeat.ts';
import { createAttempts } from './attempts/attempts.service.ts';
import { createCancellations } from './attempts/cancellations.service.ts';
import { createDeclines } from './attempts/declines.service.ts';
import { createCancelledHunts } from './cancelled-hunts/cancelled-hunts.service.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
import { createPurchases } from './purchases/purchases.service.ts';
import { createHandover } from './purchases/record-purchase.ts';
import { purge } from './purge.ts';
import { createLostAttempts } from './reconciliation/lost-attempts.service.ts';
import { createReconciliation } from './reconciliation/reconciliation.service.ts';
import { createRefunds } from './refunds/refunds.service.ts';
import { createStaffPurchases } from './staff-purchases/staff-purchases.service.ts';
import { createStripeAccount } from './stripe/account.ts';
import { createPaymentIntents } from './stripe/payment-intents.ts';
import { createStripeReversals } from './stripe/reversals.ts';
import { createStripe, isLiveKey } from './stripe/stripe-client.ts';
import { createSignatureCheck } from './webhooks/signature.ts';
import { createWebhooks } from './webhooks/webhooks.service.ts';

export type Service = ReturnType<typeof createPayment>;

// Catalog and auth are called before a charge is recorded; it is recorded also if they do not answer.
const ACCEPTANCE_CHECK_TIMEOUT_MS = 1_000;

/** Between two runs of the loops that call Stripe. */
const MIN_INTERVAL_MS = 500;
// One batch of refunds a second: each is three calls, and Stripe takes 100 a second from an account
// (https://docs.stripe.com/rate-limits).
const MIN_REFUNDS_INTERVAL_MS = 1_000;
const RECONCILIATION_CHECK_INTERVAL_MS = 10 * 60 * 1000;
const PURGE_INTERVAL_MS = 3600_000;

export function createPayment(config: Config, overrides: ContextOverrides = {}) {
  return createService('payment', config, overrides, (context) => wire(config, context));
}

function wire(config: Config, context: Context) {
  const { pool, publish, logger, metrics, due, createClient } = context;
  const catalog = createClient('catalog', config.CATALOG_URL);
  const auth = createClient('auth', config.AUTH_URL);
  const stripe = createStripe(config);
  const intents = createPaymentIntents(stripe);
  const handover = createHandover({
    pool,
    logger,
    metrics,
    receivers: { catalog, auth },
  });
  const recorded = metrics.counter('purchases_total', 'Charges entered, by what they are', [
    'status',
  ]);
  const syncOptions = { pool, publish, logger, reversals: createStripeReversals(stripe) };
  const checked = {
    catalog: createClient('catalog', config.CATALOG_URL, ACCEPTANCE_CHECK_TIMEOUT_MS),
    auth: createClient('auth', config.AUTH_URL, ACCEPTANCE_CHECK_TIMEOUT_MS),
  };
  const purchases = createPurchases({
    ...syncOptions,
    intents,
    handover,
    ...checked,
    isLive: isLiveKey(config.STRIPE_SECRET_KEY),
    onRecorded: (status) => recorded.inc({ status }),
  });
  const refunds = createRefunds({ ...syncOptions, metrics });
  const cancelledHunts = createCancelledHunts(syncOptions);
  const cancellations = createCancellations({ pool, logger, intents, purchases });
  const { limiter, redis, connection } = createRouteLimiter(context, config, [createPaymentIntent]);
  const declines = createDeclines({ pool, logger, limiter, cancellations });
  const reconciliation = createReconciliation({
    pool,
    sessions: context.sessions,
    logger,
    metrics,
    account: createStripeAccount(stripe),
    intents,
    purchases,
    lostAttempts: createLostAttempts({ pool, logger, ...checked }),
  });
  const loopOptions = { logger, due, minIntervalMs: MIN_INTERVAL_MS };
  return {
    handlers: createHandlers(),
    redis,
    backgroundServices: [
      connection,
      createDueLoop(
        {
          ...{ name: 'refunds', tables: ['refund_requests'] },
          ...{ ...loopOptions, minIntervalMs: MIN_REFUNDS_INTERVAL_MS },
        },
        async () => {
          await refunds.processDue();
          return refunds.findNextDueInMs();
        },
      ),
      createDueLoop(
        { name: 'cancelled_hunts', tables: ['cancelled_hunts'], ...loopOptions },
        cancelledHunts.requestRefunds,
      ),
      createDueLoop(
        { name: 'cancellations', tables: ['payment_attempts'], ...loopOptions },
        async () => {
          await cancellations.processDue();
          return cancellations.findNextDueInMs();
        },
      ),
      repeat(
        { name: 'reconciliation', everyMs: RECONCILIATION_CHECK_INTERVAL_MS, logger },
        reconciliation.runIfDue,
      ),
      repeat({ name: 'purge', everyMs: PURGE_INTERVAL_MS, logger }, (signal) =>
        purge(pool, logger, signal),
      ),
    ],
    purchases,
    refunds,
    staffPurchases: createStaffPurchases({ pool, publish, logger, auth }),
    cancelledHunts,
    reconciliation,
    cancellations,
    attempts: createAttempts({ pool, logger, intents, catalog, purchases, declines }),
    webhooks: createWebhooks({ pool, logger, purchases, declines }),
    checkSignature: createSignatureCheck(stripe, config.STRIPE_WEBHOOK_SECRETS),
  };
}
