import { pino } from 'pino';
import { currentTrace } from './tracing.ts';

export type Logger = pino.Logger;

/**
 * Writes one JSON line per event, with the service and the ids of the current trace. Call it with
 * fields first and the event's name as the message: `logger.info({ purchaseId },
 * 'purchase.recorded')`. Never log a token, password, code, card, address of a person or message
 * body.
 */
export function createLogger(
  service: string,
  level: string,
  destination?: pino.DestinationStream,
): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    mixin: () => {
      const trace = currentTrace();
      return trace
        ? { requestId: trace.requestId, traceId: trace.traceId, userId: trace.userId }
        : {};
    },
    redact: {
      paths: [
        '*.password',
        '*.token',
        '*.email',
        '*.authorization',
        '*.cookie',
        '*.client_secret',
        '*.clientSecret',
        'password',
        'token',
        'email',
        'authorization',
        'clientSecret',
      ],
      censor: '***',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Serialises only fields without personal data or secrets: Postgres errors carry values of the row
 * (`detail`), Stripe errors the whole payment intent (`raw`).
 */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { name: type, message, stack, cause } = error;
  const { code, status } = error as { code?: unknown; status?: unknown };
  return {
    type,
    message,
    stack,
    ...(code === undefined ? {} : { code }),
    ...(status === undefined ? {} : { status }),
    ...(cause === undefined || depth === 3 ? {} : { cause: describeError(cause, depth + 1) }),
  };
}
