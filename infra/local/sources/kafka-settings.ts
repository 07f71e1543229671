export type KafkaPlace = { data: string; kafka: number; kafkaController: number };

/** server.properties for one node of Apache Kafka in KRaft mode. */
export function kafkaSettings({ data, kafka, kafkaController }: KafkaPlace): string {
  const settings: Settings = {
    'controller.quorum.voters': `1@127.0.0.1:${kafkaController}`,
    listeners: `BROKER://127.0.0.1:${kafka},CONTROLLER://127.0.0.1:${kafkaController}`,
    'advertised.listeners': `BROKER://127.0.0.1:${kafka}`,
    'listener.security.protocol.map': 'BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'BROKER',
    'log.dirs': data,
    ...ONE_NODE,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** The same settings as environment of the image apache/kafka, reached at `advertised`. */
export function kafkaEnvironment(advertised: string, data: string): Record<string, string> {
  const settings: Settings = {
    'controller.quorum.voters': '1@127.0.0.1:9093',
    listeners: `BROKER://:${KAFKA_PORT_INSIDE},SELF://127.0.0.1:9094,CONTROLLER://127.0.0.1:9093`,
    // The node itself cannot always reach the address that clients use.
    'advertised.listeners': `BROKER://${advertised},SELF://127.0.0.1:9094`,
    'listener.security.protocol.map': 'BROKER:PLAINTEXT,SELF:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'SELF',
    'log.dirs': data,
    ...ONE_NODE,
  };
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `KAFKA_${name.replaceAll('.', '_').toUpperCase()}`,
      String(value),
    ]),
  );
}

export const KAFKA_PORT_INSIDE = 9092;

type Settings = Record<string, string | number | boolean>;

const ONE_COPY = {
  'default.replication.factor': 1,
  'min.insync.replicas': 1,
  'offsets.topic.replication.factor': 1,
  'transaction.state.log.replication.factor': 1,
  'transaction.state.log.min.isr': 1,
  'share.coordinator.state.topic.replication.factor': 1,
  'share.coordinator.state.topic.min.isr': 1,
};

/** After kill -9 the controller first fences the old broker session: 5 s instead of 12 s. */
const QUICK_RETURN = {
  'broker.session.timeout.ms': 2000,
  'broker.heartbeat.interval.ms': 500,
};

/** Small footprint; the cleaner's buffer alone is 128 MB by default. */
const SMALL = {
  'offsets.topic.num.partitions': 5,
  'transaction.state.log.num.partitions': 5,
  'share.coordinator.state.topic.num.partitions': 5,
  'num.network.threads': 2,
  'num.io.threads': 2,
  'background.threads': 2,
  'log.cleaner.dedupe.buffer.size': 8_388_608,
};

const ONE_NODE: Settings = {
  'process.roles': 'broker,controller',
  'node.id': 1,
  'controller.listener.names': 'CONTROLLER',
  'auto.create.topics.enable': false,
  'group.initial.rebalance.delay.ms': 0,
  ...ONE_COPY,
  ...QUICK_RETURN,
  ...SMALL,
};
