import type { RequestHandler } from 'express';
import type { Metrics } from './metrics.ts';

/** Rate, errors and duration by method, route (its pattern, never the path) and status. */
export function requestMetrics(metrics: Metrics): RequestHandler {
  const duration = metrics.histogram('http_request_duration_seconds', 'Time to the answer', [
    'method',
    'route',
    'status',
  ]);
  return (request, response, next) => {
    const stop = duration.startTimer();
    // Also fires if the caller disconnects before the answer is sent.
    response.on('close', () => {
      const route = typeof request.route?.path === 'string' ? request.route.path : 'none';
      stop({ method: request.method, route, status: String(response.statusCode) });
    });
    next();
  };
}
