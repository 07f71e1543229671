import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { currentTrace } from '@cairn/service-kit/tracing.ts';
import { hash, hashSync, type Options, verify } from '@node-rs/argon2';
import { createFairQueue } from './fair-queue.ts';

/** OWASP's minimum for argon2id, which is the package's default kind; memory in KiB. */
const POLICY: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** With two cores they wait for five seconds, well within the gateway's time-out. */
const MAX_WAITING = 200;

/** One of libuv's four threads and one core stay free: a process that only hashes answers nobody else in time. */
export function hashesAtOnce(cores: number): number {
  return Math.max(1, Math.min(3, cores - 1));
}

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Takes the same work where there is no hash, so that time does not tell whether there is one. */
  fits(password: string, passwordHash: string | null): Promise<boolean>;
  /** The hash was made by another policy than today's. */
  isOutdated(passwordHash: string): boolean;
};

export function createPasswords(maxWaiting = MAX_WAITING): Passwords {
  const queue = createFairQueue({
    concurrency: hashesAtOnce(availableParallelism()),
    maxWaiting,
  });
  // Addresses take turns: a few of them cannot fill the queue.
  const inTurn = <Result>(work: () => Promise<Result>) =>
    queue(currentTrace()?.findAddressKey?.() ?? '', work);
  // Of random bytes that nobody knows: no password fits it.
  const decoy = hashSync(randomBytes(32), POLICY);
  return {
    hash: (password) => inTurn(() => hash(bytesOf(password), POLICY)),
    fits: (password, passwordHash) =>
      inTurn(() => verify(passwordHash ?? decoy, bytesOf(password))),
    isOutdated: (passwordHash) => !passwordHash.startsWith(prefixOf(decoy)),
  };
}

/** Of PHC format: the kind, the version and the costs, without salt and hash. */
function prefixOf(passwordHash: string): string {
  return `${passwordHash.split('$').slice(0, 4).join('$')}$`;
}

/** Keyboards differ in how they compose a letter such as é; NFC makes them the same bytes. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8');
}
