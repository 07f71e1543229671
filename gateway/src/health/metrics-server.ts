import { createServer } from 'node:http';
import { metricsRoutes } from '@cairn/service-kit/health.ts';
import type { Part } from '@cairn/service-kit/lifecycle.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import express from 'express';

/** `/metrics` on a port of its own, which is never published. */
export function createMetricsServer(port: number, metrics: Metrics): Part {
  const app = express();
  app.disable('x-powered-by');
  app.use(metricsRoutes(metrics));
  const server = createServer(app);
  return {
    start() {
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, resolve);
      });
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
