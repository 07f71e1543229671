import { getLowestTokenVersion } from '@cairn/contracts/internal/auth.ts';
import { AppError, UnauthenticatedError } from './errors.ts';
import type { Authenticate, Identity } from './identity.ts';
import { type MarkReading, readMark } from './identity-marks.ts';
import type { Part } from './lifecycle.ts';
import type { Logger } from './logger.ts';
import { connectRedis } from './redis.ts';
import { createServiceClient } from './service-client.ts';

/** The lowest version of a user's login tokens that is still valid. */
export type FindLowestTokenVersion = (userId: string) => Promise<number>;

export type Revocations = {
  findLowestTokenVersion: FindLowestTokenVersion;
  /** Resolves while Redis answers. */
  ping(): Promise<unknown>;
  part: Part;
};

export type RevocationOptions = {
  redisUrl: string;
  authUrl: string;
  internalSecret: string;
  logger: Logger;
};

const TIMEOUT_MS = 1_000;
const REDIS = { timeoutMs: 500, retryWithinMs: 500 };
/** After auth did not answer, Redis is believed for so long before auth is asked again. */
const AUTH_PAUSE_MS = 1_000;

/**
 * Which tokens have ended, by one read of Redis. Where Redis is away, was emptied, or is behind,
 * auth is asked. Where auth is away too, a complete Redis is believed, since what ends tokens is
 * auth itself; without either nobody is let in (503).
 */
export function createRevocations(options: RevocationOptions): Revocations {
  const { redisUrl, authUrl, internalSecret, logger } = options;
  const redis = connectRedis(redisUrl, logger, REDIS);
  const auth = createServiceClient({
    baseUrl: authUrl,
    secret: internalSecret,
    timeoutMs: TIMEOUT_MS,
  });
  let askAgainAt = 0;

  async function askAuth(userId: string): Promise<number> {
    const { version } = await auth.call(getLowestTokenVersion, { params: { id: userId } });
    return version;
  }

  async function askAuthOrBelieve(userId: string, reading: MarkReading): Promise<number> {
    if (Date.now() < askAgainAt) return reading.lowestVersion;
    try {
      return await askAuth(userId);
    } catch (err) {
      askAgainAt = Date.now() + AUTH_PAUSE_MS;
      logger.warn({ err }, 'revocations.not_current');
      return reading.lowestVersion;
    }
  }

  return {
    async findLowestTokenVersion(userId) {
      const reading = await readMark(redis, userId).catch(() => null);
      if (reading?.isComplete && reading.isCurrent) return reading.lowestVersion;
      if (reading?.isComplete) return askAuthOrBelieve(userId, reading);
      return askAuth(userId).catch((cause) => {
        throw closed(cause);
      });
    },
    ping: () => redis.ping(),
    part: {
      // Redis may be away; the connection is tried again by itself.
      start: () => void redis.connect().catch(() => {}),
      stop: async () => redis.disconnect(),
    },
  };
}

/** A token that verifies, and that its user has not ended since. */
export function refuseRevoked(
  authenticate: Authenticate,
  findLowestTokenVersion: FindLowestTokenVersion,
): (authorization: string | undefined) => Promise<Identity> {
  return async (authorization) => {
    const identity = authenticate(authorization);
    if (identity.tokenVersion < (await findLowestTokenVersion(identity.userId))) {
      throw new UnauthenticatedError();
    }
    return identity;
  };
}

function closed(cause: unknown): AppError {
  return new AppError('This is closed for a moment. Please try again.', {
    code: 'closed',
    status: 503,
    headers: { 'retry-after': '2' },
    cause,
  });
}
