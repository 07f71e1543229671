import type { Admin, Kafka } from 'kafkajs';

/** As librdkafka names the cluster that it plays; a real one has 22 characters of base64. */
const NAME = /^mockCluster/;

/**
 * librdkafka's mock, the last resort of a development machine without Kafka: it has no controller,
 * hence neither createTopics nor the idempotent producer; topics appear by use.
 */
export async function isMock(admin: Admin): Promise<boolean> {
  const { clusterId } = await admin.describeCluster();
  return NAME.test(clusterId);
}

/** Whether a publisher failed because of that; any other fault costs no question. */
export async function failedAtMock(error: unknown, kafka: Kafka): Promise<boolean> {
  if (!(error instanceof Error) || error.name !== 'KafkaJSBrokerNotFound') return false;
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await isMock(admin);
  } catch {
    return false;
  } finally {
    await admin.disconnect().catch(() => {});
  }
}
