import { Router } from 'express';
import { type Check, remembered } from './health-memory.ts';
import type { Metrics } from './metrics.ts';

export type { Check } from './health-memory.ts';

export type HealthChecks = {
  /** If one fails, the process is not ready (503). */
  required: Record<string, Check>;
  /** If one fails, the process is degraded and listed in `degraded`. */
  optional?: Record<string, Check>;
};

const CHECK_TIMEOUT_MS = 2_000;

/** `/healthz` (alive) and `/readyz` (ready for requests). */
export function healthRoutes(checks: HealthChecks): Router {
  const router = Router();
  const optional = remembered(checks.optional ?? {});
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    const [missing, degraded] = await Promise.all([failing(checks.required), failing(optional)]);
    const status = missing.length > 0 ? 503 : 200;
    response
      .status(status)
      .json({ status: status === 200 ? 'ready' : 'not ready', missing, degraded });
  });
  return router;
}

/** `/metrics` in Prometheus text format; only for ports that are not public. */
export function metricsRoutes(metrics: Metrics): Router {
  const router = Router();
  router.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}

async function failing(checks: Record<string, Check>): Promise<string[]> {
  const names = Object.keys(checks);
  const passed = await Promise.all(Object.values(checks).map(passes));
  return names.filter((_, index) => !passed[index]);
}

async function passes(check: Check): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  (async () => check())().then(
    (result) => resolve(result !== false),
    () => resolve(false),
  );
  return promise.finally(() => clearTimeout(timer));
}
