import type { IncomingHttpHeaders } from 'node:http';
import { clientAddress } from '@cairn/service-kit/client-address.ts';
import { currentTraceparent } from '@cairn/service-kit/tracing.ts';
import type { Request, Response } from 'express';

/** Client headers that are forwarded. Identity and address headers are not among them. */
const FORWARDED_HEADERS = new Set([
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

/** Request headers for a service: allowed client headers, and the gateway's own. */
export function headersForUpstream(
  request: Request,
  response: Response,
  body: Buffer,
): IncomingHttpHeaders {
  const passedOn = Object.entries(request.headers).filter(([name]) => FORWARDED_HEADERS.has(name));
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

const DROPPED_HEADERS = new Set([
  // Hop-by-hop headers (RFC 9110 7.6.1).
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  // Set by the gateway.
  'content-length',
  'date',
  'server',
  'traceparent',
  'x-powered-by',
  'x-request-id',
]);

/** Response headers that are forwarded to the client. */
export function headersForClient(headers: IncomingHttpHeaders): Array<[string, string | string[]]> {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || DROPPED_HEADERS.has(name) ? [] : [[name, value]],
  );
}
