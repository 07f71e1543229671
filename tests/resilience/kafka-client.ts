import type { TopicName } from '@cairn/contracts/services.ts';
import { connectTo } from '@cairn/events/kafka/client.ts';
import { readKafkaConnection } from '@cairn/events/kafka/connection.ts';
import { createKafkaBus } from '@cairn/events/kafka.ts';
import { ensureTopics } from '@cairn/events/topics.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';

// A process for kafka-security.test.ts that uses Kafka as the environment says: `create`,
// `publish <topic>`, `consume <topic> <group>`. Ends with code 0 on success.
const [action, name = '', group = ''] = process.argv.slice(2);
const topic = name as TopicName;
const connection = readKafkaConnection(process.env);
const logger = createLogger('client', 'warn');
const fail = (error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
};

if (action === 'create') {
  await ensureTopics(connection, { replicationFactor: 1, minInsyncReplicas: 1, partitions: 2 });
  process.exit(0);
}
if (action === 'metadata') {
  const admin = connectTo({ ...connection, clientId: 'client', logger }).admin();
  await admin.connect().catch(fail);
  process.exit(0);
}
const bus = createKafkaBus({ ...connection, clientId: 'client', logger, onFatal: fail });
if (action === 'publish') {
  const message = { topic, key: Buffer.from('k'), value: Buffer.from('v'), headers: {} };
  await bus.publish([message]).catch(fail);
  process.exit(0);
}
bus.subscribe({
  group,
  topics: [topic],
  from: 'beginning',
  onMessage: async () => process.exit(0),
});
