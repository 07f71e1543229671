import type { Server } from 'node:http';
import { metricsRoutes } from '@cairn/service-kit/health.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import { type ListenOptions, listen } from '@cairn/service-kit/listen.ts';
import type { Metrics } from '@cairn/service-kit/metrics.ts';
import express from 'express';

/** Serves `/metrics` on a separate port, which is never published. */
export function createMetricsServer(options: ListenOptions, metrics: Metrics): BackgroundService {
  const app = express();
  app.disable('x-powered-by');
  app.use(metricsRoutes(metrics));
  let servers: Server[] = [];
  return {
    async start() {
      servers = await listen(app, options);
    },
    async stop() {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
