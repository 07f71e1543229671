import type { IncomingHttpHeaders } from 'node:http';
import { clientAddress } from '@cairn/service-kit/client-address.ts';
import { currentTraceparent } from '@cairn/service-kit/tracing.ts';
import type { Request, Response } from 'express';

/** What a client may tell a service. Who they are, and where they come from, is not among it. */
const PASSED_ON = new Set([
  'accept',
  'accept-language',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'origin',
  'referer',
  'stripe-signature',
  'user-agent',
  'x-twilio-email-event-webhook-signature',
  'x-twilio-email-event-webhook-timestamp',
  'x-twilio-signature',
]);

/** The headers of the request to a service: the client's own few, and the gateway's word for the rest. */
export function headersForUpstream(
  request: Request,
  response: Response,
  body: Buffer,
): IncomingHttpHeaders {
  const passedOn = Object.entries(request.headers).filter(([name]) => PASSED_ON.has(name));
  return {
    ...Object.fromEntries(passedOn),
    ...(mayHaveBody(request.method) ? { 'content-length': String(body.length) } : {}),
    'x-forwarded-for': clientAddress(request),
    'x-forwarded-proto': request.protocol === 'https' ? 'https' : 'http',
    'x-forwarded-host': request.headers.host ?? '',
    'x-request-id': String(response.getHeader('x-request-id')),
    traceparent: currentTraceparent() ?? '',
  };
}

export function mayHaveBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

const KEPT_BACK = new Set([
  // Hop by hop (RFC 9110 7.6.1).
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // The gateway's own.
  'content-length',
  'date',
  'server',
  'traceparent',
  'x-powered-by',
  'x-request-id',
]);

/** What of a service's answer reaches the client. */
export function headersForClient(headers: IncomingHttpHeaders): Array<[string, string | string[]]> {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || KEPT_BACK.has(name) ? [] : [[name, value]],
  );
}
