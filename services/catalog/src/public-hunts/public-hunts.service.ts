import { pickPageTexts } from '@cairn/contracts/http/hunts.ts';
import type { PublicHunt } from '@cairn/contracts/http/public-hunts.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { findPublicHunt } from '../hunts/hunt-views.store.ts';
import { presentReport } from '../hunts/hunts.presenter.ts';
import { presentSnapshot } from '../products/products.presenter.ts';
import { findProduct } from '../products/products.store.ts';

export async function getPublicHunt(db: Database, handle: string): Promise<PublicHunt> {
  const row = await findPublicHunt(db, handle);
  const product = row && (await findProduct(db, row.id));
  const snapshot = product && presentSnapshot(product);
  if (!snapshot) throw new NotFoundError('This hunt does not exist.');
  return {
    ...snapshot.product,
    ...pickPageTexts(row),
    completed_at: row.completedAt?.toISOString() ?? null,
    clues_released: row.cluesReleased,
    updates_released: row.updatesReleased,
    report: presentReport(row.report),
  };
}
