import { createRequire, syncBuiltinESMExports } from 'node:module';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { ZipkinExporter } from '@opentelemetry/exporter-zipkin';
import { core, metrics, NodeSDK, resources, tracing } from '@opentelemetry/sdk-node';
import { exportMetrics } from '../metrics.ts';
import { exportSpans } from '../tracing.ts';
import { isOtlpOn, isZipkinOn, sampledShare, telemetryService } from './config.ts';
import { instrumentations } from './instrumentations.ts';
import { createMetricProducer } from './metric-producer.ts';
import { redactSpan } from './redact-span.ts';
import { createSpanExporter } from './span-exporter.ts';

/** Less than the rest of the 10 s that a process has to stop. */
const FLUSH_TIMEOUT_MS = 1_500;

/** The product's own headers and events carry `traceparent`: nothing is added to calls of providers. */
class ExtractOnly extends core.W3CTraceContextPropagator {
  override inject(): void {}
}

const { name, instance } = telemetryService();
const producer = createMetricProducer();
// Clients of the gateway may send `traceparent`; its flag must not choose which traces are exported.
const byShare = new tracing.TraceIdRatioBasedSampler(sampledShare());
const publicSampler = new tracing.ParentBasedSampler({
  root: byShare,
  remoteParentSampled: byShare,
  remoteParentNotSampled: byShare,
});
const sdk = new NodeSDK({
  serviceName: name,
  resource: resources.resourceFromAttributes({ 'service.instance.id': instance }),
  resourceDetectors: [resources.envDetector, resources.hostDetector],
  textMapPropagator: new ExtractOnly(),
  ...(name === 'gateway' ? { sampler: publicSampler } : {}),
  instrumentations,
  spanProcessors: [
    { onStart() {}, onEnd: redactSpan, forceFlush: async () => {}, shutdown: async () => {} },
    ...(isOtlpOn() ? [new tracing.BatchSpanProcessor(new OTLPTraceExporter())] : []),
    ...(isZipkinOn() ? [new tracing.BatchSpanProcessor(new ZipkinExporter())] : []),
  ],
  metricReaders: isOtlpOn() ? [createMetricReader()] : [],
  logRecordProcessors: [],
});
sdk.start();
exportMetrics(producer.add);
exportSpans(createSpanExporter({ stop: () => sdk.shutdown(), stopWithinMs: FLUSH_TIMEOUT_MS }));
loadInstrumented();

function createMetricReader(): metrics.PeriodicExportingMetricReader {
  return new metrics.PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    metricProducers: [producer],
  });
}

/**
 * Instrumentations patch a module when it is required. ES modules that import it later get the same
 * patched objects, so that no loader hook is needed.
 */
function loadInstrumented(): void {
  const require = createRequire(new URL('../../postgres/pool.ts', import.meta.url));
  for (const module of ['node:http', 'node:https', 'pg', 'ioredis']) require(module);
  syncBuiltinESMExports();
}
