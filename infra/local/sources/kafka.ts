import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../command.ts';
import { baseEnvironment } from '../executables.ts';
import { logFileOf } from '../paths.ts';
import { findOrInstallJava } from './java.ts';
import { findOrDownloadJars } from './kafka-jars.ts';
import { answersKafka } from './kafka-probe.ts';
import { kafkaSettings } from './kafka-settings.ts';
import {
  environmentSource,
  INFRASTRUCTURE_STOP_ORDER,
  type Outcome,
  type Source,
  type SourceContext,
} from './source.ts';

/** Measured: 310 MB resident, ready 2.6 s after its start. */
const JVM_OPTIONS = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto'];
const LOG4J = fileURLToPath(new URL('../kafka/log4j2.properties', import.meta.url));

export const APACHE_KAFKA = 'Apache Kafka on this machine';

const apacheKafka: Source = { name: APACHE_KAFKA, serve: serveApacheKafka };

export const KAFKA_SOURCES: readonly Source[] = [environmentSource('KAFKA_BROKERS'), apacheKafka];

async function serveApacheKafka(context: SourceContext): Promise<Outcome> {
  const java = await findOrInstallJava(context);
  if (typeof java !== 'string') return java;
  const jars = await findOrDownloadJars(context);
  if (typeof jars !== 'string') return jars;
  const { stateDirectory, ports, environment } = context;
  const directory = join(stateDirectory, 'kafka');
  await mkdir(directory, { recursive: true });
  const settings = join(directory, 'server.properties');
  const data = join(directory, 'data');
  await writeFile(settings, kafkaSettings({ data, ...ports }));
  const classPath = ['-cp', join(jars, '*'), `-Dlog4j2.configurationFile=${LOG4J}`];
  if (!existsSync(join(directory, 'formatted'))) {
    await context.steps.run('Formatting the storage of Kafka', () =>
      format(java, classPath, context),
    );
  }
  await context.start({
    name: 'kafka',
    command: java,
    args: [...JVM_OPTIONS, ...classPath, 'kafka.Kafka', settings],
    environment: baseEnvironment(environment),
    directory,
    stopSignal: 'SIGTERM',
    stopOrder: INFRASTRUCTURE_STOP_ORDER - 1,
    isReady: () => answersKafka(ports.kafka),
  });
  return { address: `127.0.0.1:${ports.kafka}` };
}

/** The file `formatted` is made last, so that an interrupted formatting is done again. */
async function format(java: string, classPath: string[], context: SourceContext): Promise<void> {
  const { stateDirectory, environment, signal } = context;
  const directory = join(stateDirectory, 'kafka');
  await rm(join(directory, 'data'), { recursive: true, force: true });
  const clusterId = randomBytes(16).toString('base64url');
  const tool = ['kafka.tools.StorageTool', 'format', '-t', clusterId];
  const args = ['-c', join(directory, 'server.properties')];
  await runCommand(java, ['-Xmx128m', '-XX:TieredStopAtLevel=1', ...classPath, ...tool, ...args], {
    directory,
    environment: baseEnvironment(environment),
    logFile: logFileOf(stateDirectory, 'kafka-format'),
    signal,
  });
  await writeFile(join(directory, 'formatted'), `${clusterId}\n`);
}
