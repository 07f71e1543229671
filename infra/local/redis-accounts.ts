import { createHash, createHmac } from 'node:crypto';
import { PROCESS_NAMES, type ProcessName } from '@cairn/contracts/services.ts';

const CONNECTION = ['+@connection', '+info'];
const MARKERS = 'cairn:revocations*';
const READ_MARKERS = [`%R~${MARKERS}`, '+hmget', '+exists'];
const WRITE_MARKERS = [
  `~${MARKERS}`,
  ...['+hmget', '+hget', '+hset', '+hexists', '+hdel'],
  ...['+exists', '+get', '+set', '+del', '+eval', '+evalsha'],
];
/** Commands that rate-limiter-flexible uses. */
const COUNT_LIMITS = [
  '~limit:*',
  ...['+eval', '+evalsha', '+multi', '+exec'],
  ...['+get', '+set', '+incrby', '+pttl', '+expire', '+del'],
];
/** Who has a hunt or clue open for editing. */
const LIST_EDITORS = ['~cairn:editors:*', '+hset', '+hdel', '+hgetall', '+expire'];
/** BullMQ's scripts use most data commands. */
const QUEUE_JOBS = [
  '~cairn:jobs:*',
  ...['+@read', '+@write', '-@dangerous', '-scan', '-randomkey', '-dbsize'],
  ...['+eval', '+evalsha', '+multi', '+exec', '+script|exists', '+script|load', '+time'],
];

/** Of a process that is not listed below. Key permissions by direction (%R~) need Redis 7. */
const DEFAULT_RULES = [READ_MARKERS, COUNT_LIMITS];
const RULES: Partial<Record<ProcessName, string[][]>> = {
  auth: [WRITE_MARKERS],
  catalog: [READ_MARKERS, COUNT_LIMITS, LIST_EDITORS],
  notification: [QUEUE_JOBS, READ_MARKERS, COUNT_LIMITS],
  worker: [QUEUE_JOBS, COUNT_LIMITS],
  admin: [READ_MARKERS],
};

export type RedisAccount = ProcessName;
export const REDIS_ACCOUNTS: readonly RedisAccount[] = PROCESS_NAMES;

/** Has all permissions. A URL with this user name means that its Redis has the accounts of all processes. */
export const REDIS_OPERATOR = 'cairn_operator';

/** Lines of an ACL file, or of redis.conf, with hashed passwords. */
export function redisUsers(
  operatorPassword: string,
  passwordOf: (account: RedisAccount) => string,
): string[] {
  return [
    'user default off',
    `user ${REDIS_OPERATOR} on #${sha256(operatorPassword)} ~* &* +@all`,
    ...REDIS_ACCOUNTS.map((account) => {
      // No process uses channels. INFO is @dangerous, but every client library calls it.
      const permissions = (RULES[account] ?? DEFAULT_RULES).flat();
      const rules = [...permissions, ...CONNECTION, '-@admin'];
      return `user ${account} on #${sha256(passwordOf(account))} resetchannels ${rules.join(' ')}`;
    }),
  ];
}

/** For local servers: derived from the operator’s password. */
export function redisPasswordOf(account: RedisAccount, operatorPassword: string): string {
  return createHmac('sha256', operatorPassword).update(account).digest('hex');
}

/** The URL with a process's own account, or the same URL if the Redis has no such accounts. */
export function redisUrlOf(account: RedisAccount, redisUrl: string): string {
  const url = new URL(redisUrl);
  if (url.username !== REDIS_OPERATOR) return redisUrl;
  const password = redisPasswordOf(account, url.password);
  url.username = account;
  url.password = password;
  return url.href;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
