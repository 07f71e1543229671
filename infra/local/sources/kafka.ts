import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../command.ts';
import { baseEnvironment } from '../executables.ts';
import { logFileOf } from '../paths.ts';
import { dockerSource, IMAGES } from './docker.ts';
import { findOrInstallJava } from './java.ts';
import { answersKafka } from './kafka-probe.ts';
import { KAFKA_PORT_INSIDE, kafkaEnvironment, kafkaSettings } from './kafka-settings.ts';
import { findOrDownloadJars } from './maven-jars.ts';
import { kafkaUnavailableReason } from './own-server.ts';
import {
  environmentSource,
  INFRASTRUCTURE_STOP_ORDER,
  type Outcome,
  type Server,
  type Source,
  type SourceContext,
} from './source.ts';

export const KAFKA_JARS = { name: 'kafka', title: 'Apache Kafka (43 MB, once)' };
/** Measured: 310 MB resident, ready 2.6 s after its start. */
const JVM_OPTIONS = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto'];
/** Commas are encoded, because log4j splits the value at commas. */
const LOG4J = new URL('../kafka/log4j2.properties', import.meta.url).href.replaceAll(',', '%2C');

/** Stops before the other servers: its shutdown takes a while. */
const STOP_ORDER = INFRASTRUCTURE_STOP_ORDER - 1;
const DATA_IN_IMAGE = '/var/lib/kafka/data';

const apacheKafka: Source = {
  name: 'Apache Kafka on this machine',
  serve: serveApacheKafka,
  holdsData: (stateDirectory) => existsSync(join(stateDirectory, 'kafka', 'formatted')),
};

const apacheKafkaInDocker = dockerSource({
  name: 'kafka',
  image: IMAGES.kafka,
  inside: KAFKA_PORT_INSIDE,
  data: DATA_IN_IMAGE,
  stopOrder: STOP_ORDER,
  describe: ({ ports }, host) => ({
    environment: {
      ...kafkaEnvironment(`${host}:${ports.kafka}`, DATA_IN_IMAGE),
      CLUSTER_ID: 'Y2Fpcm4tbG9jYWwtMDAwMQ',
      KAFKA_HEAP_OPTS: '-Xmx256m',
      KAFKA_JVM_PERFORMANCE_OPTS: '-XX:+UseSerialGC -XX:TieredStopAtLevel=1',
    },
  }),
  address: ({ ports }, host) => `${host}:${ports.kafka}`,
  isReady: ({ ports }, host) => answersKafka(ports.kafka, host),
});

export const KAFKA: Server = {
  name: 'Kafka',
  sources: [
    environmentSource('KAFKA_BROKERS', kafkaUnavailableReason),
    apacheKafka,
    apacheKafkaInDocker,
  ],
  fix: {
    debian: ['openjdk-17-jre-headless', 'maven'],
    macos: ['openjdk@21', 'maven'],
    image: IMAGES.kafka,
    variable: 'KAFKA_BROKERS=host:9092',
  },
};

async function serveApacheKafka(context: SourceContext): Promise<Outcome> {
  const java = await findOrInstallJava(context);
  if (typeof java !== 'string') return java;
  const jars = await findOrDownloadJars(KAFKA_JARS, context);
  if (typeof jars !== 'string') return jars;
  const { stateDirectory, ports, environment, isDurable } = context;
  const directory = join(stateDirectory, 'kafka');
  await mkdir(directory, { recursive: true });
  const settings = join(directory, 'server.properties');
  // Relative to the working directory, because Kafka splits `log.dirs` at commas.
  await writeFile(settings, kafkaSettings({ data: 'data', ...ports }));
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
    // Its orderly end takes seconds.
    stopSignal: isDurable ? 'SIGTERM' : 'SIGKILL',
    stopOrder: STOP_ORDER,
    isReady: () => answersKafka(ports.kafka),
  });
  return { address: `127.0.0.1:${ports.kafka}` };
}

/** The file `formatted` is created last, so that an interrupted formatting is repeated. */
async function format(java: string, classPath: string[], context: SourceContext): Promise<void> {
  const { stateDirectory, environment, signal } = context;
  const directory = join(stateDirectory, 'kafka');
  await rm(join(directory, 'data'), { recursive: true, force: true });
  const bytes = randomBytes(16);
  // Starts with a letter: the tool parses an id with a leading dash (1 in 64) as an option.
  bytes.writeUInt8(bytes.readUInt8() & 0x3f);
  const clusterId = bytes.toString('base64url');
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
