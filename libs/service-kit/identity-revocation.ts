import { getLowestTokenVersion } from '@cairn/contracts/internal/auth.ts';
import { createBatch } from './batch.ts';
import { AppError, UnauthenticatedError } from './errors.ts';
import type { Authenticate, Identity } from './identity.ts';
import type { SignInternal } from './internal-tokens.ts';
import type { BackgroundService } from './lifecycle.ts';
import type { Logger } from './logger.ts';
import { connectRedis } from './redis.ts';
import { readMarkers, type TokenOwner } from './revocation-markers.ts';
import { createServiceClient } from './service-client.ts';

export type RevocationState = {
  /** The user's lowest valid token version. */
  lowestVersion: number;
  isSessionEnded: boolean;
};

export type FindRevocationState = (
  userId: string,
  sessionId: string | null,
) => Promise<RevocationState>;

export type Revocations = {
  findState: FindRevocationState;
  /** Resolves if Redis answers. */
  ping(): Promise<unknown>;
  backgroundService: BackgroundService;
};

export type RevocationOptions = {
  redisUrl: string;
  authUrl: string;
  sign: SignInternal;
  logger: Logger;
};

const TIMEOUT_MS = 1_000;
const REDIS = { timeoutMs: 500, retryWithinMs: 500 };
/** After auth failed to answer, markers in Redis are trusted for this long before auth is asked again. */
const AUTH_PAUSE_MS = 1_000;

/**
 * Reads revocation markers in Redis. Falls back to auth if Redis is unavailable, lost the markers,
 * or they are not confirmed by auth. If auth is unavailable too, complete markers in Redis decide,
 * since only auth revokes tokens; without either source every token is refused (503).
 */
export function createRevocations(options: RevocationOptions): Revocations {
  const { redisUrl, authUrl, sign, logger } = options;
  const redis = connectRedis(redisUrl, logger, REDIS);
  const auth = createServiceClient({
    service: 'auth',
    baseUrl: authUrl,
    sign,
    timeoutMs: TIMEOUT_MS,
  });
  const read = createBatch((owners: readonly TokenOwner[]) => readMarkers(redis, owners));
  let askAgainAt = 0;

  const askAuth: FindRevocationState = async (userId, sessionId) => {
    const { version, isSessionEnded } = await auth.call(getLowestTokenVersion, {
      params: { id: userId },
      query: sessionId ? { sessionId } : {},
    });
    return { lowestVersion: version, isSessionEnded };
  };

  return {
    async findState(userId, sessionId) {
      const reading = await read({ userId, sessionId }).catch(() => null);
      if (reading?.isComplete && reading.isCurrent) return reading;
      if (reading?.isComplete && performance.now() < askAgainAt) return reading;
      try {
        return await askAuth(userId, sessionId);
      } catch (err) {
        if (!reading?.isComplete) throw closed(err);
        askAgainAt = performance.now() + AUTH_PAUSE_MS;
        logger.warn({ err }, 'revocation_markers.stale');
        return reading;
      }
    },
    ping: () => redis.ping(),
    backgroundService: {
      // Redis may be unavailable; the client reconnects automatically.
      start: () => void redis.connect().catch(() => {}),
      stop: async () => redis.disconnect(),
      isConnection: true,
    },
  };
}

/** Accepts a valid token that is not revoked. */
export function rejectRevoked(
  authenticate: Authenticate,
  findState: FindRevocationState,
): (authorization: string | undefined) => Promise<Identity> {
  return async (authorization) => {
    const identity = authenticate(authorization);
    const { userId, sessionId, tokenVersion } = identity;
    const { lowestVersion, isSessionEnded } = await findState(userId, sessionId);
    if (tokenVersion < lowestVersion || isSessionEnded) throw new UnauthenticatedError();
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
