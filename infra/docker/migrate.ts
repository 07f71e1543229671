import { kafkaConnection } from '@cairn/events/kafka/connection.ts';
import { ensureTopics } from '@cairn/events/topics.ts';
import { locateDatabase, prepareDatabase } from '../local/database.ts';
import { loadConfig } from './config.ts';

// Before the processes start, once: database, roles, schemas, migrations and topics. Repeats are
// harmless, and several at once take turns.
const config = loadConfig();
const applied = await prepareDatabase({
  ...locateDatabase(config.POSTGRES_URL),
  owners: config.SCHEMAS.map((schema) => ({
    schema,
    role: `cairn_${schema}`,
    password: passwordOf(schema),
  })),
  sqlPasswords: {
    reader: config.SQL_READER_PASSWORD,
    updater: config.SQL_UPDATER_PASSWORD,
    invariants: config.INVARIANTS_PASSWORD,
  },
});
await ensureTopics(kafkaConnection(config), {
  replicationFactor: config.KAFKA_REPLICATION_FACTOR,
  minInsyncReplicas: config.KAFKA_MIN_INSYNC_REPLICAS,
  partitions: config.KAFKA_PARTITIONS,
});
process.stdout.write(`${JSON.stringify({ msg: 'migrated', applied })}\n`);

function passwordOf(schema: (typeof config.SCHEMAS)[number]): string {
  const password = config.ROLE_PASSWORDS[schema];
  if (!password) throw new Error(`ROLE_PASSWORDS has none for ${schema}`);
  return password;
}
