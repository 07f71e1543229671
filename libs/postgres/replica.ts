import { isDatabaseUnavailable } from '@cairn/service-kit/database-unavailable.ts';
import type { BackgroundService } from '@cairn/service-kit/lifecycle.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { repeat } from '@cairn/service-kit/repeat.ts';
import type { Database, Pool } from './pool.ts';

/** For reads that tolerate lag. */
export type ReadPool = Database & Pick<Pool, 'connect'>;

export type Replica = {
  /** Reads at `ofReplica` while the replica is fresh and reachable, else at `primary`. */
  readsOf(primary: Pool, ofReplica: Pool): ReadPool;
  backgroundService: BackgroundService;
};

export type ReplicaOptions = {
  primary: Pool;
  /** Connects to the replica. */
  pool: Pool;
  logger: Logger;
  /** Time between two comparisons; reads are at most twice as old. 5 s by default. */
  intervalMs?: number;
};

/** A server that hangs must not delay the comparison: until then reads go to it. */
const WITHIN = { query_timeout: 2_000 };
/** pg's error when every connection of the pool is in use. */
const IS_BUSY = /^timeout exceeded when trying/;
/** A query that the replica cancelled, because it conflicts with the replay of the WAL. */
const RECOVERY_CONFLICT = '40001';

/**
 * Watches a streaming replica: it is fresh if it has replayed what the primary had written at the last
 * comparison. While the primary is unavailable nothing is written, so a fresh replica stays fresh.
 */
export function createReplica(options: ReplicaOptions): Replica {
  const { primary, pool, logger, intervalMs = 5_000 } = options;
  let written: string | null = null;
  let isFresh = false;

  function setFresh(value: boolean, err?: unknown): void {
    if (value && !isFresh) logger.info('database_replica.used');
    if (!value && isFresh) logger.warn(err ? { err } : {}, 'database_replica.unused');
    isFresh = value;
  }

  async function compare(): Promise<void> {
    const last = written;
    written = await readWritten(primary).catch(() => last);
    if (last === null) return;
    await hasReplayed(pool, last).then(setFresh, (err) => setFresh(false, err));
  }

  return {
    readsOf(fallback, ofReplica) {
      async function read<Result>(work: (from: Pool) => Promise<Result>): Promise<Result> {
        if (!isFresh) return work(fallback);
        try {
          return await work(ofReplica);
        } catch (err) {
          const isBusy = err instanceof Error && IS_BUSY.test(err.message);
          if (isBusy) return work(fallback);
          if (isDatabaseUnavailable(err)) setFresh(false, err);
          else if ((err as { code?: unknown }).code !== RECOVERY_CONFLICT) throw err;
          return work(fallback);
        }
      }
      return {
        query: ((...query: Parameters<Pool['query']>) =>
          read((from) => from.query(...query) as unknown as Promise<unknown>)) as Pool['query'],
        connect: (() => read((from) => from.connect())) as Pool['connect'],
      };
    },
    backgroundService: {
      ...repeat({ name: 'database_replica', everyMs: intervalMs, logger }, compare),
      isConnection: true,
    },
  };
}

async function readWritten(primary: Pool): Promise<string> {
  const text = 'SELECT pg_current_wal_lsn()::text AS written';
  const { rows } = await primary.query({ text, ...WITHIN });
  return rows[0].written;
}

/** A replica that was promoted writes itself. */
async function hasReplayed(replica: Pool, written: string): Promise<boolean> {
  const text = `SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
    ELSE pg_current_wal_lsn() END >= $1::pg_lsn AS is_fresh`;
  const { rows } = await replica.query({ text, values: [written], ...WITHIN });
  return rows[0].is_fresh;
}
