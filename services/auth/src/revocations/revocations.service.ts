import { randomUUID } from 'node:crypto';
import type { Pool } from '@cairn/postgres/pool.ts';
import { beginDraft, confirmMarks, raiseMarks } from '@cairn/service-kit/identity-marks.ts';
import type { FindLowestTokenVersion } from '@cairn/service-kit/identity-revocation.ts';
import type { Part } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import type { Redis } from '@cairn/service-kit/redis.ts';
import { isUserId } from '../users/user-id.ts';
import {
  deleteRevocationsBefore,
  findLowestTokenVersion,
  listRevocations,
} from './revocations.store.ts';

/** Well within the second for which a confirmation holds. */
const RENEW_EVERY_MS = 400;
/** No transaction takes as long: what was not committed at one look is seen at a later one. */
const LOOK_BACK_MS = 60_000;
/** Tokens live for seven days. */
const KEEP_MS = 8 * 24 * 3600 * 1000;

export type RevocationService = {
  /** After the commit that ended tokens of the user, and before the answer that tells of it. */
  announce(userId: string): Promise<void>;
  /** Keeps the marks in Redis in their place, also after it came back empty. */
  part: Part;
};

/** What the database says: auth itself needs nothing else. */
export function createLowestTokenVersion(pool: Pool): FindLowestTokenVersion {
  return async (userId) => (isUserId(userId) ? findLowestTokenVersion(pool, userId) : 1);
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
    if (draft) {
      await deleteRevocationsBefore(pool, new Date(begun - KEEP_MS));
      await beginDraft(redis, draft);
    }
    await raiseMarks(redis, await listRevocations(pool, since));
    const isConfirmed = await confirmMarks(redis, draft);
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

  function run(): void {
    running = keepUp().then(() => {
      if (!isStopping) timer = setTimeout(run, RENEW_EVERY_MS);
    });
  }

  return {
    async announce(userId) {
      try {
        const lowestVersion = await findLowestTokenVersion(pool, userId);
        await raiseMarks(redis, [{ userId, lowestVersion }]);
      } catch (err) {
        // The row stands: the marks are not confirmed until this one is written, too.
        logger.warn({ err, userId }, 'revocation.not_marked');
      }
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
