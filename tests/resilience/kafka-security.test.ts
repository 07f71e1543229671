import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connectTo } from '@cairn/events/kafka/client.ts';
import { createLogger } from '@cairn/service-kit/logger.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Acl, listAcls } from '../../infra/k8s/kafka-acls.ts';
import { startSecureKafka } from './secure-kafka.ts';

const CLIENT = fileURLToPath(new URL('./kafka-client.ts', import.meta.url));
const TIMEOUT_MS = 60_000;
const USERS = ['auth', 'payment', 'gateway', 'migrate'];
const kafka = await startSecureKafka(USERS);
afterAll(() => kafka.stop());

describe('a Kafka with TLS, SASL and the ACLs of infra/k8s', () => {
  beforeAll(createAcls);

  it('migrate creates the topics, payment publishes purchases, auth and gateway read in their groups', async () => {
    await run('migrate', ['create']);
    await run('migrate', ['create']);
    await run('payment', ['publish', 'purchases']);
    await run('payment', ['publish', 'staff']);
    await run('auth', ['publish', 'users']);
    await run('auth', ['consume', 'purchases', 'auth']);
    await expect(run('gateway', ['publish', 'hunts'])).rejects.toThrow(/authoriz/);
    await expect(run('auth', ['publish', 'purchases'])).rejects.toThrow(/authoriz/);
  });

  it('refuses a wrong password', async () => {
    const environment = { KAFKA_SASL_PASSWORD: 'wrong' };
    await expect(run('payment', ['metadata'], environment)).rejects.toThrow('SASL');
  });

  it('a process refuses a certificate of an unknown authority', async () => {
    const environment = { NODE_EXTRA_CA_CERTS: '' };
    await expect(run('payment', ['metadata'], environment)).rejects.toThrow('self-signed');
  });
});

async function run(user: string, args: string[], environment = {}): Promise<void> {
  await promisify(execFile)(process.execPath, [CLIENT, ...args], {
    timeout: TIMEOUT_MS,
    env: {
      ...process.env,
      KAFKA_BROKERS: kafka.secured,
      KAFKA_TLS: 'true',
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: user,
      KAFKA_SASL_PASSWORD: `${user}-secret`,
      NODE_EXTRA_CA_CERTS: kafka.authority,
      ...environment,
    },
  });
}

async function createAcls(): Promise<void> {
  const logger = createLogger('operator', 'silent');
  const admin = connectTo({ brokers: [kafka.plain], clientId: 'operator', logger }).admin();
  await admin.connect();
  await admin.createAcls({ acl: listAcls().map(toEntry) });
  await admin.disconnect();
}

// Codes of https://kafka.apache.org/protocol#The_Messages_CreateAcls
const OPERATIONS = { Read: 3, Write: 4, Create: 5, Describe: 8 };
const RESOURCES = { topic: 2, group: 3, cluster: 4 };
const PATTERNS = { literal: 3, prefixed: 4 };
const ALLOW = 3;

function toEntry({ user, operation, resource, name, isPrefix = false }: Acl) {
  return {
    resourceType: RESOURCES[resource],
    resourceName: name,
    resourcePatternType: isPrefix ? PATTERNS.prefixed : PATTERNS.literal,
    principal: `User:${user}`,
    host: '*',
    operation: OPERATIONS[operation],
    permissionType: ALLOW,
  };
}
