import express, { type Express, type Router } from 'express';
import { errorHandler, notFound } from './error-handler.ts';
import type { HealthChecks } from './health.ts';
import { healthRoutes, metricsRoutes } from './health.ts';
import type { Logger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import { requestContext } from './request-context.ts';
import { requestLog } from './request-log.ts';
import { requestMetrics } from './request-metrics.ts';

export type AppDependencies = { logger: Logger; metrics: Metrics; health: HealthChecks };

/**
 * Express application with the middleware that all services share around their routers; does not
 * listen.
 */
export function createServiceApp(
  { logger, metrics, health }: AppDependencies,
  routers: readonly Router[],
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  // Trusts one proxy: the gateway sets a single X-Forwarded-For.
  app.set('trust proxy', 1);
  app.use(requestContext(), requestLog(logger), requestMetrics(metrics));
  app.use(healthRoutes(health), metricsRoutes(metrics));
  for (const router of routers) app.use(router);
  app.use(notFound, errorHandler(logger));
  return app;
}
