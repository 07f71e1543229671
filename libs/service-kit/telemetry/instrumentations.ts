import type { ClientRequest, IncomingMessage } from 'node:http';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { IORedisInstrumentation } from '@opentelemetry/instrumentation-ioredis';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { summariseQuery } from './query-summary.ts';

const QUIET = /^\/(healthz|readyz|metrics)$/;

/** Kafka and jobs have spans of their own (`runInSpan`), since events and jobs carry their trace. */
export const instrumentations = [
  new HttpInstrumentation({
    ignoreIncomingRequestHook: ({ url = '' }) => QUIET.test(url),
    requireParentforOutgoingSpans: true,
    applyCustomAttributesOnSpan(span, request) {
      const route = findRoute(request);
      if (!route) return;
      span.updateName(`${request.method} ${route}`);
      span.setAttribute('http.route', route);
    },
  }),
  new UndiciInstrumentation({ requireParentforSpans: true }),
  new PgInstrumentation({
    requireParentSpan: true,
    ignoreConnectSpans: true,
    requestHook(span, { query }) {
      const summary = summariseQuery(query.text);
      span.updateName(summary);
      span.setAttribute('db.query.summary', summary);
    },
  }),
  new IORedisInstrumentation({
    requireParentSpan: true,
    dbStatementSerializer: (command) => command,
  }),
];

/** The pattern of an incoming request: of Express, or set by `markRoute` before it. */
function findRoute(request: ClientRequest | IncomingMessage): string | undefined {
  const { route } = request as { route?: { path?: unknown } };
  return typeof route?.path === 'string' ? route.path : undefined;
}
