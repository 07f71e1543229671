import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { currentTrace } from '@cairn/service-kit/tracing.ts';
import { hash, hashSync, type Options, verify } from '@node-rs/argon2';
import { createFairQueue } from './fair-queue.ts';
import { lowerHashPriority } from './hash-threads.ts';

/** OWASP's minimum for argon2id, the package's default algorithm; memory in KiB. */
const POLICY: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At 25 ms a hash, the last of 200 refused logins waits 5 s on two cores: within the gateway's timeout. */
const MAX_WAITING = 200;

/** One hash per core; leaves one of libuv's four threads free. */
export function hashConcurrency(cores: number): number {
  return Math.max(1, Math.min(3, cores));
}

export type Passwords = {
  hash(password: string): Promise<string>;
  /** Does the same work without a hash, so that timing does not reveal whether one exists. */
  matches(password: string, passwordHash: string | null): Promise<boolean>;
  /** The index of the first hash that matches, or -1, which costs as many hashes as there are entries. */
  findMatch(password: string, passwordHashes: readonly (string | null)[]): Promise<number>;
  /** Whether the hash was created with another policy than the current one. */
  isOutdated(passwordHash: string): boolean;
};

export type PasswordOptions = {
  maxWaiting?: number;
  policy?: Options;
  /** Whether the threads of the pool get a lower priority, for as long as the process runs. */
  lowersPriority?: boolean;
};

export function createPasswords({
  maxWaiting = MAX_WAITING,
  policy = POLICY,
  lowersPriority = true,
  onHash = () => {},
}: PasswordOptions & {
  /** Called for each hash, whether it is stored, compared or discarded. */
  onHash?: () => void;
} = {}): Passwords {
  const queue = createFairQueue({
    concurrency: hashConcurrency(availableParallelism()),
    maxWaiting,
  });
  // Keyed by client address, so that a few addresses cannot fill the queue.
  const enqueue = <Result>(task: () => Promise<Result>) =>
    queue(currentTrace()?.findAddressKey?.() ?? '', () => startHashing(task));
  let mustLowerPriority = lowersPriority;
  // The pool's threads start with its first task.
  const startHashing = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const result = task();
    if (mustLowerPriority) mustLowerPriority = lowerHashPriority() === 0;
    return result;
  };
  // Hash of discarded random bytes: no password matches it.
  const dummyHash = hashSync(randomBytes(32), policy);
  const isMatch = (password: string, passwordHash: string | null): Promise<boolean> => {
    onHash();
    return verify(passwordHash ?? dummyHash, bytesOf(password));
  };
  return {
    hash: (password) =>
      enqueue(() => {
        onHash();
        return hash(bytesOf(password), policy);
      }),
    matches: (password, passwordHash) => enqueue(() => isMatch(password, passwordHash)),
    // In one turn of the queue: a call that is dropped from it has checked nothing.
    findMatch: (password, passwordHashes) =>
      enqueue(async () => {
        for (const [index, each] of passwordHashes.entries()) {
          if (await isMatch(password, each)) return index;
        }
        return -1;
      }),
    isOutdated: (passwordHash) => !passwordHash.startsWith(prefixOf(dummyHash)),
  };
}

/** Algorithm, version and costs of a PHC string, without salt and hash. */
function prefixOf(passwordHash: string): string {
  return `${passwordHash.split('$').slice(0, 4).join('$')}$`;
}

/** Normalises to NFC: keyboards compose letters such as é in different ways. */
function bytesOf(password: string): Buffer {
  return Buffer.from(password.normalize('NFC'), 'utf8');
}
