import type { RequestListener } from 'node:http';
import { describeErrors, errorHandler, notFound } from '@cairn/service-kit/error-handler.ts';
import { healthRoutes } from '@cairn/service-kit/health.ts';
import { requestContext } from '@cairn/service-kit/request-context.ts';
import { createRequestLog, requestLog } from '@cairn/service-kit/request-log.ts';
import { createRequestCount, requestMetrics } from '@cairn/service-kit/request-metrics.ts';
import express, { type Express } from 'express';
import { type Config, PUBLIC_TILES } from './config.ts';
import { createFront } from './front.ts';
import { productRoutes } from './live/products.routes.ts';
import { createIsKnownHost, type KnownHosts, knownHost } from './middleware/known-host.ts';
import { plainRequests } from './middleware/plain-requests.ts';
import {
  ordinaryHeaders,
  type SecurityOptions,
  securityHeaders,
} from './middleware/security-headers.ts';
import { unknownCalls } from './middleware/unknown-calls.ts';
import { forwardRoutes } from './proxies/forward.routes.ts';
import { limitRequests } from './proxies/limits.ts';
import { createFindPlainRead } from './proxies/plain-reads.ts';
import { sandboxRoutes } from './proxies/sandbox.routes.ts';
import type { Service } from './service.ts';
import { siteRoutes } from './site/site.routes.ts';
import { webAppRoutes } from './web-app/web-app.routes.ts';

/** The public port: the hot reads, then Express. */
export function createListener(service: Service): RequestListener {
  const { config, logger, metrics, products, requestLimit, upstreams } = service;
  return createFront({
    app: createApp(service),
    products,
    requestLimit,
    findRead: createFindPlainRead(upstreams.services),
    describeError: describeErrors(logger),
    isKnownHost: createIsKnownHost(hostsOf(config)),
    count: createRequestCount(metrics),
    log: createRequestLog(logger),
    securityHeaders: ordinaryHeaders(securityOf(config)),
    trustedProxies: config.TRUSTED_PROXIES,
  });
}

/** All routes of the public port; `/metrics` has its own port. */
export function createApp(service: Service): Express {
  const { config, logger, metrics, health, limiter, authenticate, upstreams } = service;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.TRUSTED_PROXIES);
  app.use(requestContext(), requestLog(logger), requestMetrics(metrics));
  app.use(securityHeaders(securityOf(config)), plainRequests(), healthRoutes(health));
  app.use(knownHost(createIsKnownHost(hostsOf(config))), limitRequests(service.requestLimit));
  app.use(productRoutes(service.products, service.stream), siteRoutes(siteConfig(config)));
  app.use(forwardRoutes({ upstreams, limiter, authenticate }), unknownCalls());
  if (upstreams.sandbox) app.use(sandboxRoutes(upstreams.sandbox));
  app.use(
    webAppRoutes(config.WEB_DIST, config.PUBLIC_URL, service.products),
    notFound,
    errorHandler(logger),
  );
  return app;
}

function hostsOf(config: Config): KnownHosts {
  return {
    publicUrl: config.PUBLIC_URL,
    allowedHosts: config.ALLOWED_HOSTS,
    listenHost: config.HOST,
    isProduction: config.NODE_ENV === 'production',
  };
}

function securityOf(config: Config): SecurityOptions {
  return {
    publicUrl: config.PUBLIC_URL,
    mapTileUrls: [config.MAP_TILE_URL, config.MAP_TILE_URL_DARK],
    stripeScriptUrl: config.STRIPE_SCRIPT_URL,
    hasSandbox: config.SANDBOX_URL !== undefined,
  };
}

function siteConfig(config: Config) {
  return {
    stripePublishableKey: config.STRIPE_PUBLISHABLE_KEY,
    stripeScriptUrl: config.STRIPE_SCRIPT_URL ?? null,
    mapTileUrl: config.MAP_TILE_URL,
    mapTileUrlDark: config.MAP_TILE_URL_DARK ?? null,
    mapAttribution: config.MAP_ATTRIBUTION ?? defaultAttribution(config.MAP_TILE_URL),
    sandbox: config.SANDBOX_URL !== undefined,
  };
}

function defaultAttribution(tileUrl: string): string {
  return tileUrl === PUBLIC_TILES.url ? PUBLIC_TILES.attribution : '';
}
