import { join } from 'node:path';
import { baseEnvironment } from '../executables.ts';
import { isOk } from '../processes.ts';
import { findOrInstallJava } from './java.ts';
import { findOrDownloadJars } from './maven-jars.ts';
import { INFRASTRUCTURE_STOP_ORDER, type SourceContext } from './source.ts';

export type TraceViewer = {
  /** For a browser. */
  page: string;
  /** For OTEL_EXPORTER_ZIPKIN_ENDPOINT. */
  endpoint: string;
};

const JARS = { name: 'zipkin', title: 'Zipkin (86 MB, once)' };
/** Of its jar, in the version of the pom. */
const JAR = 'zipkin-server-3.6.1-slim.jar';
const JVM_OPTIONS = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto'];
const MAX_SPANS = 100_000;

/** Starts Zipkin, which keeps the traces in memory; or says why there is none. */
export async function startTraceViewer(
  context: Omit<SourceContext, 'isDurable' | 'postgresPassword' | 'redisPassword'>,
): Promise<TraceViewer | { unavailable: string }> {
  const java = await findOrInstallJava(context);
  if (typeof java !== 'string') return java;
  const jars = await findOrDownloadJars(JARS, context);
  if (typeof jars !== 'string') return jars;
  const { stateDirectory, ports, environment } = context;
  const address = `http://127.0.0.1:${ports.zipkin}`;
  const listen = { port: String(ports.zipkin), ip: '127.0.0.1', 'protocols[0]': 'http' };
  await context.start({
    name: 'zipkin',
    command: java,
    args: [
      ...[...JVM_OPTIONS, '-jar', join(jars, JAR)],
      ...Object.entries(listen).map(([key, value]) => `--armeria.ports[0].${key}=${value}`),
    ],
    environment: { ...baseEnvironment(environment), MEM_MAX_SPANS: String(MAX_SPANS) },
    directory: stateDirectory,
    stopSignal: 'SIGTERM',
    stopOrder: INFRASTRUCTURE_STOP_ORDER,
    isReady: () => isOk(`${address}/health`),
  });
  const page = `http://localhost:${ports.zipkin}/zipkin/`;
  return { page, endpoint: `${address}/api/v2/spans` };
}
