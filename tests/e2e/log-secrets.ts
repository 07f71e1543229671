import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Secrets } from '../../infra/local/secrets.ts';

const FORBIDDEN: readonly [what: string, pattern: RegExp][] = [
  ['an address', /[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}/i],
  ['a phone number', /(?<![\w.+-])\+[1-9]\d{9,14}\b/],
  ['a login token', /\beyJ[\w-]{10,}\.[\w-]{10,}/],
  ['a link’s token', /[?&](token|t|signature)=[^*\s"&]/],
  ['a client secret', /_secret_\w+/],
  ['a key of a provider', /\b((sk|rk)_(test|live)_\w{6,}|whsec_\w{6,}|SG\.[\w-]{10,})/],
  ['a private key', /PRIVATE KEY/],
  ['a password of a database', /:\/\/[^\s:/@"]+:(?!\*)[^\s:/@"]+@/],
  // Not within an id: one in four million UUIDs begins like a card number, and a run logs thousands.
  ['a card number', /(?<![\w-])(4242|4000|5555)[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}(?![\w-])/],
];

/** The sender's address and number are in the configuration that a process logs at its start. */
const OUR_SENDERS = /hello@cairn\.example|\+15005550006/g;

/** Shorter secrets occur by chance. */
const SHORTEST_SECRET = 8;
/** Also printed on public pages. */
const PUBLIC_VALUES = ['jwtPublicKey', 'stripePublishableKey', 'twilioAccountSid'];

/** Every log line that contains a secret or personal data. */
export function findSecretsInLogs(folder: string, secrets: Secrets): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.log'))
    .flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .flatMap((line) => {
          const found = findSecrets(line, valuesOf(secrets));
          return found.length > 0 ? [`${file}: ${found.join(', ')}: ${line.slice(0, 400)}`] : [];
        }),
    );
}

/** The names of the forbidden values in a line; `own` are secrets of this installation. */
export function findSecrets(text: string, own: readonly string[]): string[] {
  const line = text.replaceAll(OUR_SENDERS, '');
  return [
    ...FORBIDDEN.filter(([, pattern]) => pattern.test(line)).map(([what]) => what),
    ...(own.some((value) => line.includes(value)) ? ['a secret of this installation'] : []),
  ];
}

function valuesOf(secrets: Secrets): string[] {
  const flat = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    return value && typeof value === 'object' ? Object.values(value).flatMap(flat) : [];
  };
  const hidden = Object.entries(secrets).filter(([name]) => !PUBLIC_VALUES.includes(name));
  return hidden
    .flatMap(([, value]) => flat(value))
    .filter((value) => value.length >= SHORTEST_SECRET);
}
