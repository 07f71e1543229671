import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { ForbiddenError, NotFoundError } from '@cairn/service-kit/errors.ts';
import type { Identity } from '@cairn/service-kit/identity.ts';
import { getReleases } from '../clues/clues.store.ts';
import { presentHuntData } from './hunts.presenter.ts';
import { findHuntForUser } from './hunts.store.ts';

/** The hunt page, for members and admins only. */
export async function getHuntData(
  db: Database,
  handle: string,
  reader: Identity,
): Promise<HuntData> {
  const hunt = await findHuntForUser(db, handle, reader.userId);
  if (!hunt) throw new NotFoundError('This hunt does not exist.');
  if (!hunt.is_member && !reader.isAdmin) {
    throw new ForbiddenError('Join this hunt to see its clues.');
  }
  return presentHuntData(hunt, await getReleases(db, hunt.id));
}
