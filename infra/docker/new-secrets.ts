import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { CALLERS, SERVICE_NAMES } from '@cairn/contracts/services.ts';
import {
  REDIS_ACCOUNTS,
  type RedisAccount,
  redisPasswordOf,
  redisUsers,
} from '../local/redis-accounts.ts';

// `node infra/docker/new-secrets.ts > .env`: fresh values for all that docker-compose.yml asks for and
// no provider gives; `--sandbox` adds the providers that infra/sandbox plays.

const SERVICES = SERVICE_NAMES.map((name) => name.toUpperCase());
const ROLES = [...SERVICES, 'SQL_READER', 'SQL_UPDATER', 'INVARIANTS'];
const KEYS = ['LINK_SEAL', 'CODE_HMAC', 'CODE_SEAL', 'ATTEMPT', 'PHONE_SEAL', 'SUPPRESSION'];

const login = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const internal = CALLERS.map(
  (caller) =>
    [
      caller,
      generateKeyPairSync('ec', {
        namedCurve: 'P-256',
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      }),
    ] as const,
);
const lines = {
  POSTGRES_PASSWORD: hex(),
  ...redis(),
  ...Object.fromEntries(ROLES.map((role) => [`${role}_PASSWORD`, hex()])),
  ...Object.fromEntries(
    internal.map(([caller, { privateKey }]) => [
      `${caller.toUpperCase()}_INTERNAL_KEY`,
      oneLine(privateKey),
    ]),
  ),
  INTERNAL_PUBLIC_KEYS: JSON.stringify(
    Object.fromEntries(internal.map(([caller, { publicKey }]) => [caller, publicKey])),
  ),
  JWT_PRIVATE_KEY: oneLine(login.privateKey.export({ type: 'pkcs8', format: 'pem' })),
  JWT_PUBLIC_KEYS: oneLine(login.publicKey.export({ type: 'spki', format: 'pem' })),
  ...Object.fromEntries([...KEYS, 'UNSUBSCRIBE'].map((name) => [`${name}_KEY`, key()])),
  ...(process.argv.includes('--sandbox') ? sandbox() : {}),
};
for (const [name, value] of Object.entries(lines)) process.stdout.write(`${name}='${value}'\n`);

/** The operator's password, one for each process, and the users of Redis with their rights. */
function redis(): Record<string, string> {
  const operator = hex();
  const passwordOf = (account: RedisAccount) => redisPasswordOf(account, operator);
  const passwords = REDIS_ACCOUNTS.map((account) => [
    `${account.toUpperCase()}_REDIS_PASSWORD`,
    passwordOf(account),
  ]);
  return {
    REDIS_PASSWORD: operator,
    ...Object.fromEntries(passwords),
    REDIS_USERS: redisUsers(operator, passwordOf).join('\\n'),
  };
}

/** Development: no process but the sandbox's own believes these. */
function sandbox(): Record<string, string> {
  const events = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const url = 'http://sandbox:8090';
  return {
    COMPOSE_PROFILES: 'sandbox',
    NODE_ENV: 'development',
    PUBLIC_URL: 'http://localhost:8080',
    SANDBOX_URL: url,
    ALLOWED_HOSTS: 'gateway',
    MAP_TILE_URL: '/sandbox/tiles/{z}/{x}/{y}.png',
    MAP_TILE_URL_DARK: '/sandbox/tiles/dark/{z}/{x}/{y}.png',
    MAP_ATTRIBUTION: 'Natural Earth, U.S. Census Bureau',
    STAFF_EMAILS: 'staff@cairn.example',
    STAFF_PHONES: '+18025550123',
    POSTAL_ADDRESS: 'Cairn, 1 Trail Street, Montpelier, VT 05602',
    MAIL_FROM: 'Cairn <hello@cairn.example>',
    STRIPE_SECRET_KEY: `sk_test_${hex()}`,
    STRIPE_PUBLISHABLE_KEY: `pk_test_${hex()}`,
    STRIPE_WEBHOOK_SECRETS: `whsec_${hex()}`,
    STRIPE_API_URL: url,
    STRIPE_SCRIPT_URL: '/sandbox/stripe.js',
    SENDGRID_API_KEY: `SG.${hex()}`,
    SENDGRID_API_URL: url,
    SENDGRID_WEBHOOK_PUBLIC_KEY: events.publicKey
      .export({ type: 'spki', format: 'der' })
      .toString('base64'),
    SENDGRID_WEBHOOK_PRIVATE_KEY: oneLine(
      events.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    ),
    TWILIO_ACCOUNT_SID: `AC${randomBytes(16).toString('hex')}`,
    TWILIO_AUTH_TOKEN: hex(),
    TWILIO_FROM: '+15005550006',
    TWILIO_API_URL: url,
  };
}

function hex(): string {
  return randomBytes(24).toString('hex');
}

function key(): string {
  return randomBytes(32).toString('base64');
}

function oneLine(pem: string | Buffer): string {
  return pem.toString().replaceAll('\n', '\\n');
}
