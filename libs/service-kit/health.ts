import { Router } from 'express';
import { type Check, remembered } from './health-memory.ts';
import type { Metrics } from './metrics.ts';

export type { Check } from './health-memory.ts';

export type HealthChecks = {
  /** Without these the process is not ready (503). */
  required: Record<string, Check>;
  /** Without these it works on, and says so in `degraded`. */
  optional?: Record<string, Check>;
};

const CHECK_TIMEOUT_MS = 2_000;

/** `/healthz` (alive) and `/readyz` (may take requests). */
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

/** `/metrics` as Prometheus text; for ports that only our own network reaches. */
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
