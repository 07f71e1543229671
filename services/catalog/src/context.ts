import { createDueLoop } from '@cairn/events/due-loop.ts';
import {
  createEventing,
  createFoundation,
  type FoundationOverrides,
} from '@cairn/events/foundation.ts';
import { deleteInBatches } from '@cairn/postgres/delete-in-batches.ts';
import { ownerLimits } from '@cairn/service-kit/limit-overrides.ts';
import { createLimiter } from '@cairn/service-kit/limiter.ts';
import { connectRedis } from '@cairn/service-kit/redis.ts';
import { repeat } from '@cairn/service-kit/repeat.ts';
import { deleteOldAttempts } from './attempts/attempts.store.ts';
import { createClaimService } from './claims/claims.service.ts';
import { createAnnouncer } from './clues/announcer.ts';
import type { CatalogConfig } from './config.ts';
import { createHandlers } from './consumers.ts';
import { readOldestUnacknowledgedCode } from './hunts/staff-hunts.store.ts';
import { LIMITED_ROUTES } from './limits/limits.ts';
import { publishDueProducts } from './products/products.service.ts';

export type CatalogContext = ReturnType<typeof createContext>;

/** Products that become due within it are published together. */
const PRODUCTS_INTERVAL_MS = 100;

// The gateway's timeout: after it the limiter counts locally.
const REDIS = { timeoutMs: 2_000, retryWithinMs: 2_000 };

const PURGE_INTERVAL_MS = 3600_000;

/** Wires the service. */
export function createContext(config: CatalogConfig, overrides: FoundationOverrides = {}) {
  const foundation = createFoundation('catalog', config, overrides);
  const { pool, publish, logger, metrics } = foundation;
  const redis = connectRedis(config.REDIS_URL, logger, REDIS);
  const limiter = createLimiter(ownerLimits(LIMITED_ROUTES, config.LIMITS), {
    redis,
    logger,
    metrics,
  });
  const { CODE_HMAC_KEY, CODE_SEAL_KEY, ATTEMPT_KEY } = config;
  const outcomes = metrics.counter('claims_total', 'Submitted codes by outcome', ['outcome']);
  metrics.gauge(
    'treasure_code_unacknowledged_seconds',
    'Age of the oldest generated treasure code that staff have not confirmed',
    () => readOldestUnacknowledgedCode(pool),
  );
  const eventing = createEventing(foundation, createHandlers(foundation));
  const announcer = createAnnouncer({ pool, publish, logger, metrics });
  const dueProducts = createDueLoop(
    { name: 'products', logger, due: foundation.due, minIntervalMs: PRODUCTS_INTERVAL_MS },
    () => publishDueProducts(pool, publish),
  );
  return {
    ...foundation,
    ...eventing,
    limiter,
    keys: { CODE_HMAC_KEY, CODE_SEAL_KEY, ATTEMPT_KEY },
    claims: createClaimService({
      pool,
      publish,
      limiter,
      logger,
      codeKey: CODE_HMAC_KEY,
      onOutcome: (outcome) => outcomes.inc({ outcome }),
    }),
    redis,
    announcer,
    onRelease: announcer.wake,
    backgroundServices: [
      {
        start: () => void redis.connect().catch(() => {}),
        stop: async () => redis.disconnect(),
        isConnection: true,
      },
      ...eventing.backgroundServices,
      announcer,
      dueProducts,
      repeat({ name: 'purge', everyMs: PURGE_INTERVAL_MS, logger }, () =>
        deleteInBatches((limit) => deleteOldAttempts(pool, limit)),
      ),
    ],
  };
}
