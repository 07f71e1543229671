import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateDatabase, ownersFrom, schemaUrl } from './database.ts';
import { type Endpoints, endpointsFile } from './endpoints.ts';
import { baseEnvironment } from './executables.ts';
import { LOCAL, ROOT } from './paths.ts';
import { providersFrom } from './providers.ts';
import { redisUrlOf } from './redis-accounts.ts';
import { loadSecrets } from './secrets.ts';

const file = endpointsFile(LOCAL);
if (!existsSync(file)) {
  console.error('Cairn is not running from this folder: run `npm start` first.');
  process.exit(1);
}
const endpoints = JSON.parse(readFileSync(file, 'utf8')) as Endpoints;
const secrets = loadSecrets(LOCAL);
const database = {
  ...locateDatabase(endpoints.postgresUrl),
  owners: ownersFrom(secrets.rolePasswords),
};
const { payment } = providersFrom(process.env, secrets, endpoints.sandbox);
spawn(process.execPath, [join(ROOT, 'services', 'payment', 'src', 'reconcile.ts')], {
  stdio: 'inherit',
  env: {
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
  },
}).on('exit', (code) => process.exit(code ?? 1));
