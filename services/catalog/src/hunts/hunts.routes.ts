import { getHuntData, type HuntData } from '@cairn/contracts/http/hunts.ts';
import type { Database, Pool } from '@cairn/postgres/pool.ts';
import { createBatch } from '@cairn/service-kit/batch.ts';
import { ForbiddenError, NotFoundError } from '@cairn/service-kit/errors.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { findHuntsForReaders, type HuntReader } from './hunt-views.store.ts';
import { presentHuntData } from './hunts.presenter.ts';

export function addHuntRoutes(routes: Routes, pool: Pool): void {
  const readHunt = createReadHunt(pool);
  routes.addRead(getHuntData, ({ params: { handle }, identity: { userId, isAdmin } }) =>
    readHunt({ handle, userId, isAdmin }),
  );
}

/** Null: no such hunt. `refused`: not a member. */
type Reading = HuntData | 'refused' | null;

/** Reads the hunt page, for members and admins only. Readers of one batch share the page of a hunt. */
export function createReadHunt(db: Database): (reader: HuntReader) => Promise<HuntData> {
  const read = createBatch(async (readers: readonly HuntReader[]) => {
    const readings = new Array<Reading>(readers.length).fill(null);
    for (const { allowed, refused, releases, ...hunt } of await findHuntsForReaders(db, readers)) {
      for (const place of refused) readings[place - 1] = 'refused';
      if (!releases) continue;
      const page = presentHuntData(hunt, releases);
      for (const place of allowed) readings[place - 1] = page;
    }
    return readings;
  });
  return async (reader) => {
    const reading = await read(reader);
    if (reading === null) throw new NotFoundError('This hunt does not exist.');
    if (reading === 'refused') throw new ForbiddenError('Join this hunt to see its clues.');
    return reading;
  };
}
