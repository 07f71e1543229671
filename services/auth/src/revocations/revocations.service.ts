import { randomUUID } from 'node:crypto';
import type { Pool } from '@cairn/postgres/pool.ts';
import type { FindRevocationState } from '@cairn/service-kit/identity-revocation.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Redis } from '@cairn/service-kit/redis.ts';
import {
  beginDraft,
  confirmMarkers,
  raiseMarkers,
  removeMarkers,
  sessionField,
  userField,
} from '@cairn/service-kit/revocation-markers.ts';
import { isUserId } from '../users/user-rules.ts';
import { deleteRevocationsBefore, findRevocationState, listMarkers } from './revocations.store.ts';

/** Well within the second for which a confirmation is valid. */
const RENEW_INTERVAL_MS = 600;
/** Longer than any transaction: rows that commit after one read are found by a later one. */
const READ_OVERLAP_MS = 60_000;
/** One day longer than the lifetime of a session token. */
const RETENTION_MS = 8 * 24 * 3600 * 1000;

export type RevocationService = {
  /** Call after the commit that revokes tokens of the user, and before the response. */
  announce(userId: string): Promise<void>;
  /** Like `announce`, for one session. */
  announceSession(sessionId: string): Promise<void>;
  /** Deletes revocations and markers of expired tokens. */
  purge(endedSessionIds: readonly string[]): Promise<void>;
  /** Keeps the markers in Redis complete, also after Redis restarts empty. */
  backgroundService: BackgroundService;
};

/** Reads the database: auth itself needs no Redis. */
export function createFindRevocationState(pool: Pool): FindRevocationState {
  return async (userId, sessionId) =>
    isUserId(userId)
      ? findRevocationState(pool, userId, sessionId)
      : { lowestVersion: 1, isSessionEnded: false };
}

/** The wall clock may be set back, and the monotonic one stops while the machine is suspended. */
type Moment = { wall: number; monotonic: number };

function readClocks(): Moment {
  return { wall: Date.now(), monotonic: performance.now() };
}

function elapsedMs(from: Moment, to: Moment): number {
  return Math.max(to.wall - from.wall, to.monotonic - from.monotonic);
}

export function createRevocationService({
  pool,
  redis,
  logger,
}: {
  pool: Pool;
  redis: Redis;
  logger: Logger;
}): RevocationService {
  // When the last read began. Null: all markers must be written, since it is unknown which ones Redis
  // holds.
  let readAt: Moment | null = null;
  let isInPlace = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function renew(): Promise<boolean> {
    const startedAt = readClocks();
    const ageMs = readAt && elapsedMs(readAt, startedAt) + READ_OVERLAP_MS;
    const draft = ageMs === null ? randomUUID() : null;
    if (draft) await beginDraft(redis, draft);
    await raiseMarkers(redis, await listMarkers(pool, ageMs));
    const isConfirmed = await confirmMarkers(redis, draft);
    readAt = isConfirmed ? startedAt : null;
    return isConfirmed;
  }

  async function refreshMarkers(): Promise<void> {
    try {
      // A lost connection is logged by the Redis client.
      const isRenewed = redis.status === 'ready' && (await renew());
      if (isRenewed && !isInPlace) logger.info('revocation_markers.written');
      isInPlace = isRenewed;
    } catch (err) {
      if (isInPlace) logger.warn({ err }, 'revocation_markers.write_failed');
      isInPlace = false;
    }
    // It is unknown which markers Redis has lost.
    if (!isInPlace) readAt = null;
  }

  // A Redis that was restarted may have come back with older markers.
  redis.on('close', () => {
    readAt = null;
  });

  function run(): void {
    running = refreshMarkers().then(() => {
      if (!isStopping) timer = setTimeout(run, RENEW_INTERVAL_MS);
    });
  }

  async function writeMarker(field: string, findValue: () => Promise<number>): Promise<void> {
    try {
      await raiseMarkers(redis, [{ field, value: await findValue() }]);
    } catch (err) {
      // The row is committed: markers are not confirmed until this one is written.
      logger.warn({ err, field }, 'revocation_markers.write_failed');
    }
  }

  return {
    announce: (userId) =>
      writeMarker(userField(userId), async () => {
        const { lowestVersion } = await findRevocationState(pool, userId, null);
        return lowestVersion;
      }),
    announceSession: (sessionId) => writeMarker(sessionField(sessionId), async () => 1),
    async purge(endedSessionIds) {
      const userIds = await deleteRevocationsBefore(pool, new Date(Date.now() - RETENTION_MS));
      const fields = [...userIds.map(userField), ...endedSessionIds.map(sessionField)];
      await removeMarkers(redis, fields);
    },
    backgroundService: {
      start() {
        // Redis may be unavailable; the client reconnects automatically.
        redis.connect().catch(() => {});
        run();
      },
      async stop() {
        isStopping = true;
        clearTimeout(timer);
        await running;
      },
    },
  };
}
