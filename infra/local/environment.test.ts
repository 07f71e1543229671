import { expect, test } from 'vitest';
import { ownersFrom } from './database.ts';
import { type EnvironmentInputs, environmentOf } from './environment.ts';
import { portsFrom } from './ports.ts';
import { PROCESS_NAMES, type ProcessName } from './processes.ts';
import { REDIS_OPERATOR, redisPasswordOf } from './redis-accounts.ts';
import { makeSecrets } from './secrets.ts';

const secrets = makeSecrets();

test.each<[string, string, ProcessName[]]>([
  ['the key that signs logins', secrets.jwtPrivateKey, ['auth']],
  ['the key of mailed links', secrets.linkSealKey, ['auth', 'worker']],
  ['the keys of codes', secrets.codeHmacKey, ['catalog']],
  ['Stripe’s secret key', secrets.stripeSecretKey, ['payment', 'sandbox']],
  ['SendGrid’s key', secrets.sendgridApiKey, ['worker', 'sandbox']],
  ['Twilio’s token', secrets.twilioAuthToken, ['notification', 'worker', 'sandbox']],
  ['the key of unsubscribe links', secrets.unsubscribeKey, ['notification', 'worker']],
  ['the key of text messages’ codes', secrets.phoneSealKey, ['notification', 'worker']],
  ['auth’s database password', secrets.rolePasswords.auth, ['auth']],
  ['the passwords of the SQL tool', secrets.sqlPasswords.reader, ['admin']],
  ['the password of the role that checks invariants', secrets.sqlPasswords.invariants, ['admin']],
  ['the superuser’s password', secrets.postgresPassword, []],
  ['the password of Redis’ operator', secrets.redisPassword, []],
  ['auth’s account of Redis', redisPasswordOf('auth', secrets.redisPassword), ['auth']],
  ['payment’s key for internal calls', secrets.internalKeys.payment.privateKey, ['payment']],
  ['the gateway’s key for internal calls', secrets.internalKeys.gateway.privateKey, ['gateway']],
])('%s reaches only the processes that need it', (_what, secret, who) => {
  const holders = PROCESS_NAMES.filter((name) =>
    Object.values(environmentOf(name, inputs({}))).some((value) => value.includes(secret)),
  );
  expect(holders.sort()).toEqual([...who].sort());
});

test('a provider key in the environment replaces the sandbox for that provider only', () => {
  const own = { STRIPE_SECRET_KEY: 'sk_test_own', STRIPE_PUBLISHABLE_KEY: 'pk_test_own' };
  const payment = environmentOf('payment', inputs(own));
  expect(payment).toMatchObject({ STRIPE_SECRET_KEY: 'sk_test_own' });
  expect(payment).not.toHaveProperty('STRIPE_API_URL');
  const gateway = environmentOf('gateway', inputs(own));
  expect(gateway).toMatchObject({ STRIPE_PUBLISHABLE_KEY: 'pk_test_own' });
  expect(gateway).not.toHaveProperty('STRIPE_SCRIPT_URL');
  expect(environmentOf('worker', inputs(own))).toHaveProperty('SENDGRID_API_URL');
  expect(environmentOf('sandbox', inputs(own))).toMatchObject({
    STRIPE_SECRET_KEY: secrets.stripeSecretKey,
  });
});

test('the postal address is the same in messages and their preview', () => {
  for (const name of ['notification', 'worker'] as const) {
    expect(environmentOf(name, inputs({}))['POSTAL_ADDRESS']).toMatch(/^Cairn, /);
    const own = { POSTAL_ADDRESS: 'Elsewhere 7' };
    expect(environmentOf(name, inputs(own))).toMatchObject(own);
  }
});

test('a secret key without its publishable key is refused with a message', () => {
  expect(() => environmentOf('payment', inputs({ STRIPE_SECRET_KEY: 'sk_test_own' }))).toThrow(
    'STRIPE_PUBLISHABLE_KEY',
  );
});

test('one’s own Redis is used with its own URL', () => {
  const redisUrl = 'redis://:secret@redis.example:6379';
  const given = inputs({});
  const infrastructure = { ...given.infrastructure, redisUrl };
  expect(environmentOf('auth', { ...given, infrastructure })['REDIS_URL']).toBe(redisUrl);
});

test('PORT and DATABASE_URL of the user’s shell are ignored', () => {
  const own = { PORT: '3000', DATABASE_URL: 'postgres://elsewhere/other' };
  const auth = environmentOf('auth', inputs(own));
  expect(auth['PORT']).toBe('9001');
  expect(auth['DATABASE_URL']).toContain('cairn_auth');
});

function inputs(own: NodeJS.ProcessEnv): EnvironmentInputs {
  return {
    own,
    secrets,
    stateDirectory: '/nowhere',
    ports: portsFrom(9000),
    publicUrl: 'http://localhost:9000',
    infrastructure: {
      postgresUrl: 'postgres://postgres:x@127.0.0.1:9015/postgres',
      redisUrl: `redis://${REDIS_OPERATOR}:${secrets.redisPassword}@127.0.0.1:9016`,
      kafkaBrokers: ['127.0.0.1:9017'],
    },
    database: {
      adminUrl: 'postgres://postgres:x@127.0.0.1:9015/postgres',
      name: 'cairn',
      owners: ownersFrom(secrets.rolePasswords),
      sqlPasswords: secrets.sqlPasswords,
    },
  };
}
