import type { RequestHandler } from 'express';
import type { Logger } from './logger.ts';
import { currentTrace, runInTrace, type Trace } from './tracing.ts';

const QUIET = new Set(['/healthz', '/readyz', '/metrics']);
const SLOW_MS = 500;

export type AnsweredRequest = {
  method: string;
  /** With or without its query, which is not logged: it may contain a token. */
  url: string;
  status: number;
  /** By `performance.now()`. */
  startedAt: number;
  trace: Trace;
};

export type LogRequest = (request: AnsweredRequest) => void;

/**
 * One line per answered request. Omits successful reads under 500 ms that are not part of a sampled
 * trace: `http_request_duration_seconds` counts them.
 */
export function createRequestLog(logger: Logger): LogRequest {
  // The fixed fields need no redaction, which costs more than the rest of the line.
  const plain = logger.child({}, { redact: [] });
  return ({ method, url, status, startedAt, trace }) => {
    const ms = Math.round(performance.now() - startedAt);
    const isRead = method === 'GET' || method === 'HEAD';
    if (isRead && status < 400 && ms < SLOW_MS && !trace.isSampled) return;
    const path = url.split('?', 1)[0] ?? '';
    if (QUIET.has(path)) return;
    const line = { req: { method, path }, res: { status }, ms };
    runInTrace(trace, () => {
      if (status >= 500) plain.error(line, 'request.failed');
      else plain.info(line, 'request.completed');
    });
  };
}

export function requestLog(logger: Logger): RequestHandler {
  const log = createRequestLog(logger);
  return (request, response, next) => {
    const startedAt = performance.now();
    const trace = currentTrace();
    const { method, originalUrl: url } = request;
    // Also emitted if the caller disconnects before the answer is sent.
    response.on('close', () => {
      if (trace) log({ method, url, status: response.statusCode, startedAt, trace });
    });
    next();
  };
}
