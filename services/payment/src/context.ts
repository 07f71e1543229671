import {
  createEventing,
  createFoundation,
  type Eventing,
  type Foundation,
  type FoundationOverrides,
} from '@cairn/events/foundation.ts';
import { createServiceClient } from '@cairn/service-kit/service-client.ts';
import { type Attempts, createAttempts } from './attempts/attempts.service.ts';
import type { Config } from './config.ts';
import { createHandlers } from './consumers.ts';
import { createHandover } from './purchases/handover.ts';
import { createPurchases, type Purchases } from './purchases/purchases.service.ts';
import { createPaymentIntents } from './stripe/payment-intents.ts';
import { createStripe, isLiveKey } from './stripe/stripe-client.ts';
import { createSignatureCheck, type SignatureCheck } from './webhooks/signature.ts';
import { createWebhooks, type Webhooks } from './webhooks/webhooks.service.ts';

export type Context = Foundation &
  Eventing & {
    attempts: Attempts;
    purchases: Purchases;
    webhooks: Webhooks;
    checkSignature: SignatureCheck;
  };

// Whether the hunt is still open is asked between charge and entry; the answer must not wait long.
const OFFER_CHECK_TIMEOUT_MS = 1_000;

export function createContext(config: Config, overrides: FoundationOverrides = {}): Context {
  const foundation = createFoundation('payment', config, overrides);
  const { pool, publish, logger } = foundation;
  const secret = config.INTERNAL_SECRET;
  const catalog = createServiceClient({ baseUrl: config.CATALOG_URL, secret });
  const auth = createServiceClient({ baseUrl: config.AUTH_URL, secret });
  const hurriedCatalog = createServiceClient({
    baseUrl: config.CATALOG_URL,
    secret,
    timeoutMs: OFFER_CHECK_TIMEOUT_MS,
  });
  const stripe = createStripe(config);
  const intents = createPaymentIntents(stripe);
  const handover = createHandover({ pool, logger, receivers: { catalog, auth } });
  const purchases = createPurchases({
    pool,
    publish,
    logger,
    intents,
    handover,
    catalog: hurriedCatalog,
    isLive: isLiveKey(config.STRIPE_SECRET_KEY),
  });
  return {
    ...foundation,
    ...createEventing(foundation, createHandlers()),
    purchases,
    attempts: createAttempts({ pool, logger, intents, catalog, purchases }),
    webhooks: createWebhooks({ pool, logger, purchases }),
    checkSignature: createSignatureCheck(stripe, config.STRIPE_WEBHOOK_SECRETS),
  };
}
