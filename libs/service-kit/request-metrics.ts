import type { RequestHandler } from 'express';
import type { Metrics } from './metrics.ts';

/** `route` is the pattern, never the path; `startedAt` is of `performance.now()`. */
export type CountRequest = (
  request: { method: string; route: string; status: number },
  startedAt: number,
) => void;

/** Rate, errors and duration by method, route and status. */
export function createRequestCount(metrics: Metrics): CountRequest {
  const duration = metrics.histogram('http_request_duration_seconds', 'Time to the answer', [
    'method',
    'route',
    'status',
  ]);
  return ({ method, route, status }, startedAt) => {
    const seconds = (performance.now() - startedAt) / 1_000;
    duration.observe({ method, route, status: String(status) }, seconds);
  };
}

export function requestMetrics(metrics: Metrics): RequestHandler {
  const count = createRequestCount(metrics);
  return (request, response, next) => {
    const startedAt = performance.now();
    // Also emitted if the caller disconnects before the answer is sent.
    response.on('close', () => {
      const route = typeof request.route?.path === 'string' ? request.route.path : 'none';
      count({ method: request.method, route, status: response.statusCode }, startedAt);
    });
    next();
  };
}
