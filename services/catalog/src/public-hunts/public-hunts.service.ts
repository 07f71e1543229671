import type { PublicHunt } from '@cairn/contracts/http/public-hunts.ts';
import type { Database } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import { presentReport } from '../hunts/hunts.presenter.ts';
import { presentSnapshot } from '../products/products.presenter.ts';
import { findProduct } from '../products/products.store.ts';
import { findPublicHunt } from './public-hunts.store.ts';

export async function getPublicHunt(db: Database, handle: string): Promise<PublicHunt> {
  const row = await findPublicHunt(db, handle);
  const product = row && (await findProduct(db, row.id));
  const snapshot = product && presentSnapshot(product);
  if (!snapshot) throw new NotFoundError('This hunt does not exist.');
  const { story, rules, completedAt, cluesReleased, updatesReleased } = row;
  return {
    ...snapshot.product,
    story,
    rules,
    completed_at: completedAt?.toISOString() ?? null,
    clues_released: cluesReleased,
    updates_released: updatesReleased,
    report: presentReport(row.report),
  };
}
