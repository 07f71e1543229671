import type { tracing } from '@opentelemetry/sdk-node';

/** Everything else may contain an address, a token of a query string, a parameter or an email. */
const EXPORTED = new Set([
  'db.namespace',
  'db.operation.name',
  'db.query.summary',
  'db.system.name',
  'error.type',
  'exception.type',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'messaging.destination.name',
  'messaging.system',
  'server.address',
  'server.port',
  'url.scheme',
]);

/** Removes attributes that may contain personal data or secrets, before any exporter sees the span. */
export function redactSpan(span: tracing.ReadableSpan): void {
  redact(span.attributes);
  for (const { attributes } of span.events) redact(attributes);
  // Messages of Postgres' errors contain values.
  delete span.status.message;
}

function redact(attributes: Record<string, unknown> | undefined): void {
  for (const name of Object.keys(attributes ?? {}))
    if (!EXPORTED.has(name)) delete attributes?.[name];
}
