import { hostname } from 'node:os';
import { PROCESS_NAMES, PROCESSES } from '@cairn/contracts/services.ts';

/** OpenTelemetry's own variables configure the rest: its SDK reads them. */
export function isOtlpOn(): boolean {
  return Boolean(process.env['OTEL_EXPORTER_OTLP_ENDPOINT']);
}

/** For a local viewer of traces. */
export function isZipkinOn(): boolean {
  return Boolean(process.env['OTEL_EXPORTER_ZIPKIN_ENDPOINT']);
}

/** The share of traces that the gateway starts exporting, whatever its clients ask for; 1 by default. */
export function sampledShare(): number {
  return Number(process.env['OTEL_TRACES_SAMPLER_ARG'] || 1);
}

/** `OTEL_SERVICE_NAME`, or the name in the manifest of services. */
export function telemetryService(): { name: string; instance: string } {
  // A bundle has the path of its source below another folder.
  const script = (process.argv[1] ?? '').replace(/\.js$/, '.ts');
  const name = PROCESS_NAMES.find((each) => script.endsWith(`/${PROCESSES[each].script}`));
  return {
    name: process.env['OTEL_SERVICE_NAME'] || name || 'cairn',
    instance: `${hostname()}:${process.pid}`,
  };
}
