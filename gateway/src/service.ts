import type { Bus } from '@cairn/events/bus.ts';
import { kafkaConnection } from '@cairn/events/kafka/connection.ts';
import { createKafkaBus } from '@cairn/events/kafka.ts';
import type { HealthChecks } from '@cairn/service-kit/health.ts';
import { type Authenticate, createAuthenticator } from '@cairn/service-kit/identity.ts';
import { createInternalSigner } from '@cairn/service-kit/internal-tokens.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import { applyOverrides } from '@cairn/service-kit/limit-overrides.ts';
import { createLimiter, type Limiter } from '@cairn/service-kit/limiter.ts';
import { createLogger, type Logger } from '@cairn/service-kit/logger.ts';
import { createMetrics, type Metrics } from '@cairn/service-kit/metrics.ts';
import { connectRedis, type Redis } from '@cairn/service-kit/redis.ts';
import { createServiceClient } from '@cairn/service-kit/service-client.ts';
import type { Config } from './config.ts';
import { createMetricsServer } from './health/metrics-server.ts';
import { createUpstreamWatch } from './health/upstream-watch.ts';
import { createLiveStream, LISTENERS_LIMIT, type LiveStream } from './live/live-stream.ts';
import { createProductFeed } from './live/product-feed.ts';
import { createProducts, type Products } from './live/products.ts';
import { createRequestLimit, LIMITS, type RequestLimit } from './proxies/limits.ts';
import { createUpstreams, type Upstreams } from './proxies/upstreams.ts';

export type Service = {
  config: Config;
  logger: Logger;
  metrics: Metrics;
  redis: Redis;
  limiter: Limiter<string>;
  requestLimit: RequestLimit;
  authenticate: Authenticate;
  products: Products;
  stream: LiveStream;
  upstreams: Upstreams;
  health: HealthChecks;
  backgroundServices: BackgroundService[];
};

export type Overrides = { bus?: Bus; logger?: Logger };

// Long enough for a busy process: a count that times out falls back to the local limiter.
const REDIS = { timeoutMs: 2_000, retryWithinMs: 2_000 };

/** Wires all dependencies. Does not connect yet. */
export function createGateway(config: Config, overrides: Overrides = {}): Service {
  const logger = overrides.logger ?? createLogger('gateway', config.LOG_LEVEL);
  const metrics = createMetrics('gateway');
  const bus = overrides.bus ?? createBus(config, logger);
  const redis = connectRedis(config.REDIS_URL, logger, REDIS);
  const products = createProducts();
  const hits = metrics.counter('limits_hit_total', 'Tries that were one too many', ['limit']);
  const stream = createLiveStream({
    maxListeners: config.LIVE_LISTENERS,
    maxPerAddress: config.LIVE_LISTENERS_PER_ADDRESS,
    onLimit: () => hits.inc({ limit: LISTENERS_LIMIT }),
  });
  const catalog = createServiceClient({
    baseUrl: config.CATALOG_URL,
    service: 'catalog',
    sign: createInternalSigner('gateway', config.INTERNAL_PRIVATE_KEY),
  });
  const limits = applyOverrides(LIMITS, config.LIMITS);
  const limiter = createLimiter(limits, { redis, logger, metrics });
  const feed = createProductFeed({ products, stream, bus, catalog, logger });
  const upstreams = createUpstreams(config, logger);
  const watch = createUpstreamWatch(upstreams.urls);
  metrics.gauge('gateway_live_listeners', 'Browsers on the live stream', async () =>
    stream.count(),
  );
  return {
    config,
    logger,
    metrics,
    redis,
    limiter,
    requestLimit: createRequestLimit(limiter),
    authenticate: createAuthenticator(config.JWT_PUBLIC_KEYS),
    products,
    stream,
    upstreams,
    health: {
      required: {
        ...watch.wasReady,
        products: async () => products.list() !== null,
        consumer: async () => feed.hasJoined(),
      },
      optional: { ...watch.isReady, redis: () => redis.ping(), kafka: () => bus.ping() },
    },
    backgroundServices: [
      { stop: () => bus.close(), isConnection: true },
      redisConnection(redis),
      { stop: async () => upstreams.close(), isConnection: true },
      { start: () => stream.start(), stop: async () => stream.end() },
      feed,
      watch,
      createMetricsServer({ port: config.METRICS_PORT, host: config.METRICS_HOST }, metrics),
    ],
  };
}

function createBus(config: Config, logger: Logger): Bus {
  return createKafkaBus({
    ...kafkaConnection(config),
    clientId: 'gateway',
    logger,
    // Ends the process through the uncaughtException handler, which logs the error.
    onFatal: (error) =>
      process.nextTick(() => {
        throw error;
      }),
  });
}

function redisConnection(redis: Redis): BackgroundService {
  return {
    // Redis may be unavailable; ioredis reconnects.
    start: () => void redis.connect().catch(() => {}),
    stop: async () => redis.disconnect(),
    isConnection: true,
  };
}
