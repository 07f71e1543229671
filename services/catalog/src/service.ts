import { createDueLoop } from '@cairn/events/due-loop.ts';
import { deleteInBatches } from '@cairn/postgres/delete-in-batches.ts';
import type { Context, ContextOverrides } from '@cairn/service/context.ts';
import { createRouteLimiter } from '@cairn/service/route-limiter.ts';
import { createService } from '@cairn/service/service.ts';
import { repeat } from '@cairn/service-kit/repeat.ts';
import { deleteOldAttempts } from './attempts/attempts.store.ts';
import { createClaimService } from './claims/claims.service.ts';
import { createAnnouncer } from './clues/announcer.ts';
import type { CatalogConfig } from './config.ts';
import { createHandlers } from './consumers.ts';
import { readOldestUnacknowledgedCode } from './hunts/staff-hunts.store.ts';
import { LIMITED_ROUTES } from './limits/limits.ts';
import { publishDueProducts } from './products/products.service.ts';

export type Service = ReturnType<typeof createCatalog>;

/** Products that become due within it are published together. */
const PRODUCTS_INTERVAL_MS = 100;
const PURGE_INTERVAL_MS = 3600_000;

/** Wires the service. */
export function createCatalog(config: CatalogConfig, overrides: ContextOverrides = {}) {
  return createService('catalog', config, overrides, (context) => wire(config, context));
}

function wire(config: CatalogConfig, context: Context) {
  const { pool, publish, logger, metrics, due } = context;
  const { limiter, redis, connection } = createRouteLimiter(context, config, LIMITED_ROUTES);
  const { CODE_HMAC_KEY, CODE_SEAL_KEY, ATTEMPT_KEY } = config;
  const outcomes = metrics.counter('claims_total', 'Submitted codes by outcome', ['outcome']);
  metrics.gauge(
    'treasure_code_unacknowledged_seconds',
    'Age of the oldest generated treasure code that staff have not confirmed',
    () => readOldestUnacknowledgedCode(pool),
  );
  const announcer = createAnnouncer({ pool, publish, logger, metrics });
  return {
    handlers: createHandlers(context),
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
      connection,
      announcer,
      createDueLoop(
        { name: 'products', logger, due, tables: ['hunts'], minIntervalMs: PRODUCTS_INTERVAL_MS },
        () => publishDueProducts(pool, publish),
      ),
      repeat({ name: 'purge', everyMs: PURGE_INTERVAL_MS, logger }, (signal) =>
        deleteInBatches((limit) => deleteOldAttempts(pool, limit), signal),
      ),
    ],
  };
}
