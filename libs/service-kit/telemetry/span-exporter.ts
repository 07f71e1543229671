import { setTimeout } from 'node:timers/promises';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import type { SpanExporter, SpanIds } from '../tracing.ts';

const KINDS = { producer: SpanKind.PRODUCER, consumer: SpanKind.CONSUMER };

export function createSpanExporter({
  stop,
  stopWithinMs,
}: {
  stop: () => Promise<void>;
  stopWithinMs: number;
}): SpanExporter {
  const tracer = trace.getTracer('cairn');
  return {
    active() {
      const span = trace.getActiveSpan();
      return span && toIds(span.spanContext());
    },
    run({ name, kind, traceparent, startedAt }, work) {
      const parent = propagation.extract(ROOT_CONTEXT, traceparent ? { traceparent } : {});
      const options = { kind: KINDS[kind], ...(startedAt ? { startTime: startedAt } : {}) };
      const span = tracer.startSpan(name, options, parent);
      const running = context.with(trace.setSpan(parent, span), () =>
        work(toIds(span.spanContext())),
      );
      return running.catch((error) => fail(span, error)).finally(() => span.end());
    },
    async stop() {
      const late = setTimeout(stopWithinMs, undefined, { ref: false });
      await Promise.race([stop().catch(() => {}), late]);
    },
  };
}

function toIds({ traceId, spanId, traceFlags }: SpanContext): SpanIds {
  return { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
}

function fail(span: Span, error: unknown): never {
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (error instanceof Error) span.setAttribute('error.type', error.name);
  throw error;
}
