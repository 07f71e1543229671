import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { addressKey, clientAddress } from './client-address.ts';
import { continueTrace, describeTrace, exportedSpan, runInTrace, type Trace } from './tracing.ts';

const SANE_REQUEST_ID = /^[\w.:-]{8,64}$/;

export type RequestTrace = Trace & { requestId: string };

/** Assigns the ids of each request: the caller's `x-request-id` if valid, and its trace. */
export function requestContext(): RequestHandler {
  return (request, response, next) => {
    const trace = startTrace(request);
    trace.findAddressKey = () => addressKey(clientAddress(request));
    for (const [name, value] of traceHeaders(trace)) response.setHeader(name, value);
    runInTrace(trace, next);
  };
}

/**
 * The trace of a request. Reads are sampled only if the caller says so, all other requests always;
 * while spans are exported, OpenTelemetry's sampler decides.
 */
export function startTrace({ headers, method }: IncomingMessage): RequestTrace {
  const given = headers['x-request-id'];
  const requestId = typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID();
  const traceparent = headers['traceparent'];
  const isChange = method !== 'GET' && method !== 'HEAD';
  const trace = continueTrace(typeof traceparent === 'string' ? traceparent : null, isChange);
  return { ...trace, isSampled: isChange || trace.isSampled, ...exportedSpan(), requestId };
}

/** Names the route of a request that Express does not see, where Express does and telemetry reads it. */
export function markRoute(request: IncomingMessage, path: string): void {
  Object.assign(request, { route: { path } });
}

/** Response headers by which a caller finds its request in the logs. */
export function traceHeaders(trace: RequestTrace): [name: string, value: string][] {
  return [
    ['x-request-id', trace.requestId],
    ['traceparent', describeTrace({ ...trace, isSampled: true })],
  ];
}
