import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

/** What every log line, event and internal call of one story shares. */
export type Trace = {
  /** 32 hex digits, one for the whole story. */
  traceId: string;
  /** 16 hex digits, one for each step. */
  spanId: string;
  requestId?: string | undefined;
  userId?: string | undefined;
  /** What limits count the caller of the request by. Never logged. */
  findAddressKey?: (() => string) | undefined;
};

const storage = new AsyncLocalStorage<Trace>();

export function currentTrace(): Trace | undefined {
  return storage.getStore();
}

export function runInTrace<Result>(trace: Trace, work: () => Result): Result {
  return storage.run(trace, work);
}

/** A new step of the story that a W3C `traceparent` names, or of a new one where it is none. */
export function continueTrace(traceparent: string | null | undefined): Trace {
  const match = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent ?? '');
  const known = match?.[1] && !/^0+$/.test(match[1]) ? match[1] : undefined;
  return {
    traceId: known ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
  };
}

/** The current step as W3C `traceparent`, or null outside any story. */
export function currentTraceparent(): string | null {
  const trace = storage.getStore();
  return trace ? `00-${trace.traceId}-${trace.spanId}-01` : null;
}
