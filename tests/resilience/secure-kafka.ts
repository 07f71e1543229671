import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@cairn/testing/free-port.ts';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { answersKafka } from '../../infra/local/sources/kafka-probe.ts';
import { kafkaSettings } from '../../infra/local/sources/kafka-settings.ts';
import { findKafka } from '../support/engines/kafka-nodes.ts';

export type SecureKafka = {
  /** Requires TLS, SCRAM-SHA-512 and ACLs. */
  secured: string;
  /** Without TLS, for the operator, who may do everything. */
  plain: string;
  /** File of the certificate authority, for NODE_EXTRA_CA_CERTS. */
  authority: string;
  stop(): Promise<void>;
};

/** An Apache Kafka of its own with TLS, logins and ACLs. The password of each user is `<user>-secret`. */
export async function startSecureKafka(users: readonly string[]): Promise<SecureKafka> {
  const directory = mkdtempSync(join(tmpdir(), 'cairn-kafka-'));
  const [kafka, kafkaController, secured] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  createCertificates(directory);
  const settings = join(directory, 'server.properties');
  writeFileSync(settings, kafkaSettings({ data: join(directory, 'data'), kafka, kafkaController }));
  appendFileSync(settings, securitySettings({ directory, kafka, kafkaController, secured }));
  const { java, jars } = await findKafka(directory);
  const logins = users.flatMap((user) => [
    '--add-scram',
    `SCRAM-SHA-512=[name=${user},password=${user}-secret]`,
  ]);
  const format = ['format', '-t', 'Y2Fpcm4tc2VjdXJlLTAwMQ', '-c', settings, ...logins];
  execFileSync(java, ['-cp', join(jars, '*'), 'kafka.tools.StorageTool', ...format]);
  const child = spawn(java, ['-Xmx256m', '-cp', join(jars, '*'), 'kafka.Kafka', settings], {
    cwd: directory,
    stdio: 'ignore',
  });
  await waitUntil(() => answersKafka(kafka), { what: 'Kafka to answer', timeoutMs: 120_000 });
  return {
    secured: `localhost:${secured}`,
    plain: `127.0.0.1:${kafka}`,
    authority: join(directory, 'certificate.pem'),
    stop: () => stop(child, directory),
  };
}

function createCertificates(directory: string): void {
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...files, ...subject],
    { stdio: 'ignore' },
  );
  writeFileSync(
    join(directory, 'keystore.pem'),
    readFileSync(key, 'utf8') + readFileSync(certificate, 'utf8'),
  );
  mkdirSync(join(directory, 'data'));
}

function securitySettings(place: {
  directory: string;
  kafka: number;
  kafkaController: number;
  secured: number;
}): string {
  const { directory, kafka, kafkaController, secured } = place;
  const plain = `BROKER://127.0.0.1:${kafka}`;
  return [
    `listeners=${plain},SECURE://127.0.0.1:${secured},CONTROLLER://127.0.0.1:${kafkaController}`,
    `advertised.listeners=${plain},SECURE://localhost:${secured}`,
    'listener.security.protocol.map=BROKER:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURE:SASL_SSL',
    'sasl.enabled.mechanisms=SCRAM-SHA-512',
    'listener.name.secure.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;',
    'ssl.keystore.type=PEM',
    `ssl.keystore.location=${join(directory, 'keystore.pem')}`,
    'authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users=User:ANONYMOUS',
    '',
  ].join('\n');
}

async function stop(child: ChildProcess, directory: string): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  rmSync(directory, { recursive: true, force: true });
}
