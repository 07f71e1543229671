import { join } from 'node:path';
import { runProgram } from './command.ts';
import { locateDatabase, ownersFrom, schemaUrl } from './database.ts';
import { requireRunningCairn } from './endpoints.ts';
import { baseEnvironment } from './executables.ts';
import { LOCAL, ROOT } from './paths.ts';
import { providersFrom } from './providers.ts';
import { redisUrlOf } from './redis-accounts.ts';
import { loadSecrets } from './secrets.ts';

const endpoints = requireRunningCairn();
const secrets = loadSecrets(LOCAL);
const database = {
  ...locateDatabase(endpoints.postgresUrl),
  owners: ownersFrom(secrets.rolePasswords),
};
const { payment } = providersFrom(process.env, secrets, endpoints.sandbox);
const program = join(ROOT, 'services', 'payment', 'src', 'reconcile.ts');
process.exitCode = runProgram(program, [], {
  ...baseEnvironment(process.env),
  NODE_ENV: 'development',
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
  PORT: '0',
  DATABASE_URL: schemaUrl(database, 'payment'),
  REDIS_URL: redisUrlOf('payment', endpoints.redisUrl),
  KAFKA_BROKERS: endpoints.kafkaBrokers.join(','),
  INTERNAL_PRIVATE_KEY: secrets.internalKeys.payment.privateKey,
  // It serves no internal routes.
  INTERNAL_PUBLIC_KEYS: '{}',
  JWT_PUBLIC_KEYS: secrets.jwtPublicKey,
  AUTH_URL: endpoints.services.auth,
  CATALOG_URL: endpoints.services.catalog,
  ...payment,
});
