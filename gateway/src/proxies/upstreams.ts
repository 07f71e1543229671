import type { Upstream as UpstreamName } from '@cairn/contracts/http/routes.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Config } from '../config.ts';
import { createUpstream, type Upstream } from './upstream.ts';
import { withBreaker } from './upstream-breaker.ts';

export type Upstreams = {
  services: Record<UpstreamName, Upstream>;
  /** Separate connections and breakers, so that other calls cannot delay or stop a webhook. */
  webhooks: Record<UpstreamName, Upstream>;
  /** Null in production and wherever the real providers are used. */
  sandbox: Upstream | null;
  urls: Record<UpstreamName, string>;
  close(): void;
};

export function createUpstreams(config: Config, logger: Logger): Upstreams {
  const urls = {
    auth: config.AUTH_URL,
    catalog: config.CATALOG_URL,
    payment: config.PAYMENT_URL,
    notification: config.NOTIFICATION_URL,
    admin: config.ADMIN_URL,
  };
  const connect = (url: string) => createUpstream({ url, timeoutMs: config.UPSTREAM_TIMEOUT_MS });
  const guard = (name: UpstreamName) => withBreaker(connect(urls[name]), name, logger);
  const names = Object.keys(urls) as UpstreamName[];
  const guardAll = () =>
    Object.fromEntries(names.map((name) => [name, guard(name)])) as Record<UpstreamName, Upstream>;
  const [services, webhooks] = [guardAll(), guardAll()];
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
