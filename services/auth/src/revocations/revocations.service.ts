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
import { isUserId } from '../users/user-id.ts';
import { deleteRevocationsBefore, findRevocationState, listMarkers } from './revocations.store.ts';

/** Well within the second for which a confirmation holds. */
const RENEW_EVERY_MS = 400;
/** No transaction takes as long: what was not committed at one look is seen at a later one. */
const LOOK_BACK_MS = 60_000;
/** Tokens live for seven days. */
const KEEP_MS = 8 * 24 * 3600 * 1000;

export type RevocationService = {
  /** After the commit that ended tokens of the user, and before the answer that tells of it. */
  announce(userId: string): Promise<void>;
  /** As `announce`, of one session. */
  announceSession(sessionId: string): Promise<void>;
  /** Deletes what concerns tokens that have expired. */
  purge(endedSessionIds: readonly string[]): Promise<void>;
  /** Keeps the markers in Redis complete, also after Redis came back empty. */
  part: BackgroundService;
};

/** Reads the database: auth itself needs no Redis. */
export function createFindRevocationState(pool: Pool): FindRevocationState {
  return async (userId, sessionId) =>
    isUserId(userId)
      ? findRevocationState(pool, userId, sessionId)
      : { lowestVersion: 1, isSessionEnded: false };
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
  // Null: all marks have to be written, since nobody knows which are there.
  let since: Date | null = null;
  let isInPlace = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;

  async function renew(): Promise<boolean> {
    const begun = Date.now();
    const draft = since ? null : randomUUID();
    if (draft) await beginDraft(redis, draft);
    await raiseMarkers(redis, await listMarkers(pool, since));
    const isConfirmed = await confirmMarkers(redis, draft);
    since = isConfirmed ? new Date(begun - LOOK_BACK_MS) : null;
    return isConfirmed;
  }

  async function keepUp(): Promise<void> {
    try {
      // That it is away is logged where it is connected to.
      const isRenewed = redis.status === 'ready' && (await renew());
      if (isRenewed && !isInPlace) logger.info('revocations.marked');
      isInPlace = isRenewed;
    } catch (err) {
      if (isInPlace) logger.warn({ err }, 'revocations.not_marked');
      isInPlace = false;
    }
    // What Redis has lost meanwhile is not known.
    if (!isInPlace) since = null;
  }

  // A Redis that was restarted may have come back with older markers.
  redis.on('close', () => {
    since = null;
  });

  function run(): void {
    running = keepUp().then(() => {
      if (!isStopping) timer = setTimeout(run, RENEW_EVERY_MS);
    });
  }

  async function mark(field: string, findValue: () => Promise<number>): Promise<void> {
    try {
      await raiseMarkers(redis, [{ field, value: await findValue() }]);
    } catch (err) {
      // The row stands: markers are not confirmed until this one is written, too.
      logger.warn({ err, field }, 'revocation.not_marked');
    }
  }

  return {
    announce: (userId) =>
      mark(userField(userId), async () => {
        const { lowestVersion } = await findRevocationState(pool, userId, null);
        return lowestVersion;
      }),
    announceSession: (sessionId) => mark(sessionField(sessionId), async () => 1),
    async purge(endedSessionIds) {
      const userIds = await deleteRevocationsBefore(pool, new Date(Date.now() - KEEP_MS));
      const fields = [...userIds.map(userField), ...endedSessionIds.map(sessionField)];
      await removeMarkers(redis, fields);
    },
    part: {
      start() {
        // Redis may be away; the connection is tried again by itself.
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
