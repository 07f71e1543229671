import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** Shared by every log line, event and internal call of one trace. */
export type Trace = {
  /** 32 hex digits, one for the whole trace. */
  traceId: string;
  /** 16 hex digits, one per span. */
  spanId: string;
  requestId?: string | undefined;
  userId?: string | undefined;
  /** The key by which limits count the caller. Never logged. */
  findAddressKey?: (() => string) | undefined;
};

const storage = new AsyncLocalStorage<Trace>();

export function currentTrace(): Trace | undefined {
  return storage.getStore();
}

export function runInTrace<Result>(trace: Trace, work: () => Result): Result {
  return storage.run(trace, work);
}

/** A new span of the trace in a W3C `traceparent`, or of a new trace if it is missing or invalid. */
export function continueTrace(traceparent: string | null | undefined): Trace {
  const match = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? '');
  const known = match?.[1] && !/^0+$/.test(match[1]) ? match[1] : undefined;
  return {
    traceId: known ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  };
}

/** The current span as W3C `traceparent`, or null outside a trace. */
export function currentTraceparent(): string | null {
  const trace = storage.getStore();
  return trace ? `00-${trace.traceId}-${trace.spanId}-01` : null;
}
