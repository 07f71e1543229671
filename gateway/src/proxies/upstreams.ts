import { mapServices, type ServiceName, urlVariable } from '@cairn/contracts/services.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Config } from '../config.ts';
import { createUpstream, type Upstream } from './upstream.ts';
import { withBreaker } from './upstream-breaker.ts';

export type Upstreams = {
  services: Record<ServiceName, Upstream>;
  /** Separate connections and breakers, so that other calls cannot delay or stop a webhook. */
  webhooks: Record<ServiceName, Upstream>;
  /** Null in production and wherever the real providers are used. */
  sandbox: Upstream | null;
  urls: Record<ServiceName, string>;
  close(): void;
};

export function createUpstreams(config: Config, logger: Logger): Upstreams {
  const urls = mapServices((name) => config[urlVariable(name)]);
  const connect = (url: string) => createUpstream({ url, timeoutMs: config.UPSTREAM_TIMEOUT_MS });
  const guard = (name: ServiceName) => withBreaker(connect(urls[name]), name, logger);
  const [services, webhooks] = [mapServices(guard), mapServices(guard)];
  const sandbox = config.SANDBOX_URL ? connect(config.SANDBOX_URL) : null;
  return {
    services,
    webhooks,
    sandbox,
    urls,
    close() {
      for (const upstream of Object.values(services)) upstream.close();
      for (const upstream of Object.values(webhooks)) upstream.close();
      sandbox?.close();
    },
  };
}
