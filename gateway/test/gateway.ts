import { randomBytes } from 'node:crypto';
import { urlVariables } from '@cairn/contracts/services.ts';
import { createMemoryBus } from '@cairn/events/memory.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { type RunningApp, startApp } from '@cairn/testing/http.ts';
import { testKeys } from '@cairn/testing/identity.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { createListener } from '../src/app.ts';
import { loadConfig } from '../src/config.ts';
import { handleParserErrors, MAX_HEADER_BYTES } from '../src/parser-errors.ts';
import { createGateway, type Overrides, type Service } from '../src/service.ts';

export type Gateway = RunningApp & { service: Service };

/** A separate Redis database, so that test files do not share counts. */
export function ownRedisUrl(): string {
  return `${getInfrastructure().redisUrl}/0?keyPrefix=test:${randomBytes(6).toString('hex')}:`;
}

/** The variables of a gateway whose five services are all at `upstreamUrl`. */
export function environmentOf(upstreamUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    PORT: '0',
    METRICS_PORT: '0',
    METRICS_HOST: '127.0.0.1',
    PUBLIC_URL: 'http://cairn.test',
    KAFKA_BROKERS: 'none:1',
    REDIS_URL: ownRedisUrl(),
    INTERNAL_PRIVATE_KEY: testKeys.INTERNAL_PRIVATE_KEY,
    JWT_PUBLIC_KEYS: testKeys.JWT_PUBLIC_KEYS,
    ...urlVariables(() => upstreamUrl),
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    MAP_TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
    MAP_ATTRIBUTION: 'Maps',
    WEB_DIST: '/nowhere',
  };
}

/** A complete gateway on a free port with an in-memory bus. Waits for Redis if it is real. */
export async function startGateway(
  environment: Record<string, string>,
  overrides: Overrides & { hasRedis?: boolean } = {},
): Promise<Gateway> {
  const { hasRedis = true, ...rest } = overrides;
  const service = createGateway(loadConfig(environment), { bus: createMemoryBus(), ...rest });
  for (const background of service.backgroundServices) await background.start?.();
  if (hasRedis) await waitUntil(() => service.redis.status === 'ready', { what: 'Redis' });
  const app = await startApp(createListener(service), {
    maxHeaderBytes: MAX_HEADER_BYTES,
    prepare: (server) => handleParserErrors(server, service.logger),
  });
  return {
    ...app,
    service,
    async stop() {
      await app.stop();
      for (const background of service.backgroundServices.toReversed()) await background.stop();
    },
  };
}
