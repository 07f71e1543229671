import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { baseEnvironment } from '../../../infra/local/executables.ts';
import { findOrInstallJava } from '../../../infra/local/sources/java.ts';
import { KAFKA_JARS } from '../../../infra/local/sources/kafka.ts';
import { answersKafka } from '../../../infra/local/sources/kafka-probe.ts';
import { kafkaSettings } from '../../../infra/local/sources/kafka-settings.ts';
import { findOrDownloadJars } from '../../../infra/local/sources/maven-jars.ts';
import { createNode, type EngineNode, SERVER } from './engine-node.ts';
import { required, sourceContext } from './source-context.ts';

export type KafkaCluster = {
  brokers: string[];
  nodes: EngineNode[];
  stop(): Promise<void>;
};

const BROKERS = 3;
const JVM = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];
const CLUSTER_ID = 'Y2Fpcm4tY2x1c3Rlci0wMQ';

/** Java and the folder of Kafka's jars. */
export async function findKafka(directory: string): Promise<{ java: string; jars: string }> {
  const context = await sourceContext(directory);
  return {
    java: required(await findOrInstallJava(context)),
    jars: required(await findOrDownloadJars(KAFKA_JARS, context)),
  };
}

/** Three nodes, each a broker and a controller. Topics have three replicas, of which two must be in sync. */
export async function startKafkaCluster(stateDirectory: string): Promise<KafkaCluster> {
  const { java, jars } = await findKafka(stateDirectory);
  const ports = await Promise.all(
    Array.from({ length: BROKERS }, async () => ({
      kafka: await findFreePort(),
      kafkaController: await findFreePort(),
    })),
  );
  const voters = ports.map(
    ({ kafkaController }, index) => `${index + 1}@127.0.0.1:${kafkaController}`,
  );
  const nodes: EngineNode[] = [];
  for (const [index, place] of ports.entries()) {
    const name = `kafka-${index + 1}`;
    const directory = join(stateDirectory, name);
    await mkdir(directory, { recursive: true });
    const file = join(directory, 'server.properties');
    await writeFile(file, kafkaSettings({ data: 'data', ...place }));
    // Later lines replace earlier ones.
    await appendFile(file, replicated(index + 1, voters));
    const classPath = ['-cp', join(jars, '*')];
    execFileSync(
      java,
      [...JVM, ...classPath, 'kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', file],
      { cwd: directory, stdio: 'ignore' },
    );
    const definition = {
      ...SERVER,
      ...{ name, command: java, args: [...JVM, ...classPath, 'kafka.Kafka', file], directory },
      environment: baseEnvironment(process.env),
      isReady: () => answersKafka(place.kafka),
    };
    nodes.push(createNode(definition, stateDirectory));
  }
  await Promise.all(nodes.map((node) => node.start()));
  return {
    brokers: ports.map(({ kafka }) => `127.0.0.1:${kafka}`),
    nodes,
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
    },
  };
}

function replicated(id: number, voters: string[]): string {
  const settings = {
    'node.id': id,
    'controller.quorum.voters': voters.join(','),
    'default.replication.factor': BROKERS,
    'min.insync.replicas': 2,
    'offsets.topic.replication.factor': BROKERS,
    'transaction.state.log.replication.factor': BROKERS,
    'transaction.state.log.min.isr': 2,
    'share.coordinator.state.topic.replication.factor': BROKERS,
    'share.coordinator.state.topic.min.isr': 2,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
