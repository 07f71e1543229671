import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLERS, type Caller } from '@cairn/contracts/services.ts';
import type { SqlRolePasswords } from '@cairn/postgres/back-office.ts';
import { SCHEMAS, type Schema } from './database.ts';

type KeyPair = { publicKey: string; privateKey: string };

/** Keys, passwords and codes of one development installation, generated once. */
export type Secrets = {
  /** Of each process that makes internal calls. */
  internalKeys: Record<Caller, KeyPair>;
  jwtPrivateKey: string;
  jwtPublicKey: string;
  linkSealKey: string;
  phoneSealKey: string;
  codeHmacKey: string;
  codeSealKey: string;
  attemptKey: string;
  suppressionKey: string;
  unsubscribeKey: string;
  stripeSecretKey: string;
  stripePublishableKey: string;
  stripeWebhookSecret: string;
  sendgridApiKey: string;
  sendgridWebhook: KeyPair;
  twilioAccountSid: string;
  twilioAuthToken: string;
  postgresPassword: string;
  redisPassword: string;
  rolePasswords: Record<Schema, string>;
  sqlPasswords: SqlRolePasswords;
  adminPassword: string;
  playerPassword: string;
  treasureCodes: Record<string, string>;
  stashCode: string;
  stashPhrase: string;
};

const SEEDED_HUNTS = ['vt-troll-hunt', 'porter-stash'];
/** Without look-alike characters. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const PHRASE_WORDS = [
  ...['amber', 'basin', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'hazel', 'islet', 'juniper'],
  ...['kettle', 'lichen', 'meadow', 'nettle', 'otter', 'pebble'],
];

/** Adds secrets that a file of an older version lacks and keeps the rest. */
export function loadSecrets(stateDirectory: string): Secrets {
  const file = join(stateDirectory, 'secrets.json');
  const known: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const made = makeSecrets();
  // A file of an earlier release has no values for a new role or process.
  const secrets: Secrets = {
    ...made,
    ...known,
    internalKeys: { ...made.internalKeys, ...known.internalKeys },
    rolePasswords: { ...made.rolePasswords, ...known.rolePasswords },
    sqlPasswords: { ...made.sqlPasswords, ...known.sqlPasswords },
  };
  mkdirSync(stateDirectory, { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

export function makeSecrets(): Secrets {
  const keys = makeKeyPair();
  return {
    internalKeys: byKey(CALLERS, makeKeyPair),
    jwtPrivateKey: keys.privateKey,
    jwtPublicKey: keys.publicKey,
    linkSealKey: key(),
    phoneSealKey: key(),
    codeHmacKey: key(),
    codeSealKey: key(),
    attemptKey: key(),
    suppressionKey: key(),
    unsubscribeKey: key(),
    stripeSecretKey: `sk_test_${word(24)}`,
    stripePublishableKey: `pk_test_${word(24)}`,
    stripeWebhookSecret: `whsec_${word(32)}`,
    sendgridApiKey: `SG.${word(22)}.${word(43)}`,
    sendgridWebhook: webhookKeys(),
    twilioAccountSid: `AC${randomBytes(16).toString('hex')}`,
    twilioAuthToken: randomBytes(16).toString('hex'),
    postgresPassword: word(24),
    redisPassword: word(24),
    rolePasswords: byKey(SCHEMAS, () => word(24)),
    sqlPasswords: { reader: word(24), updater: word(24), invariants: word(24) },
    adminPassword: `cairn-${word(10)}`,
    playerPassword: `cairn-${word(10)}`,
    treasureCodes: byKey(SEEDED_HUNTS, () => code(16)),
    stashCode: code(16),
    stashPhrase: Array.from({ length: 12 }, () => pick(PHRASE_WORDS)).join(' '),
  };
}

function makeKeyPair(): KeyPair {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

/** SendGrid shows its public key in base64 without PEM's frame. */
function webhookKeys(): KeyPair {
  const { publicKey, privateKey } = makeKeyPair();
  return { publicKey: publicKey.replaceAll(/-----.*-----|\n/g, ''), privateKey };
}

/** 32 random bytes. */
function key(): string {
  return randomBytes(32).toString('base64');
}

function word(length: number): string {
  return Array.from({ length }, () => pick([...'abcdefghijkmnpqrstuvwxyz23456789'])).join('');
}

/** In groups of four for readability on paper. */
function code(length: number): string {
  const letters = Array.from({ length }, () => pick([...CODE_LETTERS])).join('');
  return letters.replace(/(.{4})(?=.)/g, '$1-');
}

function pick(choices: readonly string[]): string {
  return choices[randomInt(choices.length)] ?? '';
}

function byKey<Key extends string, Value>(
  keys: readonly Key[],
  make: () => Value,
): Record<Key, Value> {
  return Object.fromEntries(keys.map((name) => [name, make()])) as Record<Key, Value>;
}
