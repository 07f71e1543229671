import type { IncomingHttpHeaders } from 'node:http';

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

/** What the gateway knows about a request. */
export type OwnHeaders = {
  address: string;
  isHttps: boolean;
  requestId: string;
  traceparent: string;
};

/** Request headers for a service: allowed client headers, and the gateway's own. */
export function headersForUpstream(
  headers: IncomingHttpHeaders,
  { address, isHttps, requestId, traceparent }: OwnHeaders,
): IncomingHttpHeaders {
  const passedOn: IncomingHttpHeaders = {};
  for (const name of FORWARDED_HEADERS)
    if (headers[name] !== undefined) passedOn[name] = headers[name];
  passedOn['x-forwarded-for'] = address;
  passedOn['x-forwarded-proto'] = isHttps ? 'https' : 'http';
  passedOn['x-forwarded-host'] = headers.host ?? '';
  passedOn['x-request-id'] = requestId;
  passedOn['traceparent'] = traceparent;
  return passedOn;
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
