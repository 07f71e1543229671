import type { HuntData } from '@cairn/contracts/http/hunts.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { ForbiddenError, NotFoundError } from '@cairn/service-kit/errors.ts';
import type { Identity } from '@cairn/service-kit/identity.ts';
import { presentHuntData } from './hunts.presenter.ts';
import { findHuntForReader } from './hunts.store.ts';

/** The hunt page, for members and admins only. */
export async function getHuntData(
  db: Database,
  handle: string,
  reader: Identity,
): Promise<HuntData> {
  const hunt = await findHuntForReader(db, handle, reader);
  if (!hunt) throw new NotFoundError('This hunt does not exist.');
  if (!hunt.releases) throw new ForbiddenError('Join this hunt to see its clues.');
  return presentHuntData(hunt, hunt.releases);
}
