import { type RedisOptions as ClientOptions, Redis } from 'ioredis';
import type { Logger } from './logger.ts';

export type { Redis } from 'ioredis';

export type RedisOptions = {
  /** Timeout of a command, after which a silent connection is closed. */
  timeoutMs: number;
  /** Maximum wait between two connection attempts. */
  retryWithinMs: number;
};

const SENTINEL_TIMEOUT_MS = 1_000;

/**
 * A client of the Redis that a URL names; it does not connect yet. With the parameter `sentinels`
 * (`redis://user:password@cairn?sentinels=a:26379,b:26379`) the host is the name of the master that
 * these sentinels monitor; `sentinelUsername` and `sentinelPassword` log in to them.
 */
export function createRedis(url: string, options: ClientOptions): Redis {
  const { protocol, hostname, username, password, pathname, searchParams } = new URL(url);
  const shared = { ...options, lazyConnect: true, reconnectOnError: isDemoted };
  const sentinels = searchParams.get('sentinels');
  if (!sentinels) return new Redis(url, shared);
  const tls = protocol === 'rediss:' ? {} : undefined;
  return new Redis({
    ...shared,
    sentinels: sentinels.split(',').map(addressOf),
    name: hostname,
    username: decodeURIComponent(username),
    password: decodeURIComponent(password),
    db: Number(pathname.slice(1)),
    ...(tls && { tls, sentinelTLS: tls, enableTLSForSentinelMode: true }),
    ...sentinelLogin(searchParams),
    sentinelCommandTimeout: SENTINEL_TIMEOUT_MS,
    sentinelRetryStrategy: options.retryStrategy as (tries: number) => number,
  });
}

/** `host:port`; the port is 26379 by default. */
function addressOf(text: string): { host: string; port: number } {
  const { hostname, port } = new URL(`redis://${text}`);
  return { host: hostname, port: Number(port || 26_379) };
}

function sentinelLogin(parameters: URLSearchParams): ClientOptions {
  const names = ['sentinelUsername', 'sentinelPassword'] as const;
  return Object.fromEntries(
    names.map((name) => [name, parameters.get(name)]).filter(([, value]) => value),
  );
}

/** A master that became a replica keeps its connections open; the next connection finds the new master. */
function isDemoted(error: Error): boolean {
  return error.message.startsWith('READONLY');
}

/**
 * Redis client for requests: commands fail at once while Redis is unavailable, and within
 * `timeoutMs` if it hangs. Call `connect()` first; connection changes are logged.
 */
export function connectRedis(url: string, logger: Logger, options: RedisOptions): Redis {
  const redis = createRedis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: options.timeoutMs,
    // Closes the connection if Redis hangs, so that later requests need not wait for it either.
    socketTimeout: options.timeoutMs,
    retryStrategy: (tries) => Math.min(100 * 2 ** tries, options.retryWithinMs),
  });
  logConnection(redis, logger);
  return redis;
}

/** Logs the first error of each loss of the connection, and its end. */
export function logConnection(redis: Redis, logger: Logger): void {
  let isDisconnected = false;
  redis.on('error', (err) => {
    if (!isDisconnected) logger.warn({ err }, 'redis.disconnected');
    isDisconnected = true;
  });
  redis.on('ready', () => {
    if (isDisconnected) logger.info('redis.reconnected');
    isDisconnected = false;
  });
}
