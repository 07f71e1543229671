import { AsyncLocalStorage } from 'node:async_hooks';
import { randomFillSync } from 'node:crypto';

/** Shared by every log line, event and internal call of one trace. */
export type Trace = {
  /** 32 hex digits, one for the whole trace. */
  traceId: string;
  /** 16 hex digits, one per span. */
  spanId: string;
  /** The `sampled` flag of W3C Trace Context: without it, fast successful reads are not logged. */
  isSampled?: boolean | undefined;
  requestId?: string | undefined;
  userId?: string | undefined;
  /** The key by which limits count the caller. Never logged. */
  findAddressKey?: (() => string) | undefined;
};

export type SpanOptions = {
  name: string;
  kind: 'producer' | 'consumer';
  /** Of the request or event that caused this work. */
  traceparent: string | null | undefined;
  startedAt?: Date;
};

/** Exports spans by OpenTelemetry. Its ids are then the ids of the traces in logs, events and calls. */
export type SpanExporter = {
  /** The span of the incoming request that is being served. */
  active(): SpanIds | undefined;
  run<Result>(span: SpanOptions, work: (ids: SpanIds) => Promise<Result>): Promise<Result>;
  /** Resolves when ended spans are sent, or cannot be sent. */
  stop(): Promise<void>;
};

export type SpanIds = { traceId: string; spanId: string; isSampled: boolean };

const storage = new AsyncLocalStorage<Trace>();
let exporter: SpanExporter | null = null;

/** Called once, before the application is loaded; see telemetry/register.ts. */
export function exportSpans(to: SpanExporter): void {
  exporter = to;
}

export async function stopExport(): Promise<void> {
  await exporter?.stop();
}

/** The exported span of the incoming request, while OpenTelemetry is on. */
export function exportedSpan(): SpanIds | undefined {
  return exporter?.active();
}

/** Runs `work` in a new span of the trace in `traceparent`, or of a new trace. */
export async function runInSpan<Result>(
  span: SpanOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!exporter) return runInTrace(continueTrace(span.traceparent), work);
  return exporter.run(span, (ids) => runInTrace(ids, work));
}

export function currentTrace(): Trace | undefined {
  return storage.getStore();
}

export function runInTrace<Result>(trace: Trace, work: () => Result): Result {
  return storage.run(trace, work);
}

/**
 * A new span of the trace in a W3C `traceparent`. If that is missing or invalid: a span of a new
 * trace, which is sampled unless `isSampled` is false.
 */
export function continueTrace(traceparent: string | null | undefined, isSampled = true): Trace {
  const match = traceparent
    ? /^00-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/.exec(traceparent)
    : null;
  const ids = nextIds();
  const spanId = ids.slice(32);
  if (!match?.[1]) return { traceId: ids.slice(0, 32), spanId, isSampled };
  return { traceId: match[1], spanId, isSampled: (Number.parseInt(match[2] ?? '', 16) & 1) === 1 };
}

/** The current span as W3C `traceparent`, or null outside a trace. */
export function currentTraceparent(): string | null {
  const trace = storage.getStore();
  return trace ? describeTrace(trace) : null;
}

export function describeTrace({ traceId, spanId, isSampled = true }: Trace): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

const ID_BYTES = 24;
const random = Buffer.alloc(ID_BYTES * 256);
let used = random.length;

/** 48 random hex digits. One call of the system's generator serves 256 requests. */
function nextIds(): string {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += ID_BYTES;
  return random.toString('hex', used - ID_BYTES, used);
}
