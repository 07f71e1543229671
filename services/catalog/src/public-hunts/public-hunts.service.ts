import type { PublicView } from '@cairn/contracts/http/hunt-member-view.ts';
import { pickPageTexts } from '@cairn/contracts/http/hunts.ts';
import type { PublicHunt } from '@cairn/contracts/http/public-hunts.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import {
  findPublicHunt,
  findPublicHuntForStaff,
  type PublicHuntRow,
} from '../hunts/hunt-views.store.ts';
import { presentReport } from '../hunts/hunts.presenter.ts';
import { presentProduct } from '../products/products.service.ts';
import { findProduct } from '../products/products.store.ts';

export async function getPublicHunt(db: Database, handle: string): Promise<PublicHunt> {
  const hunt = await present(db, await findPublicHunt(db, handle));
  const { status } = hunt;
  // A draft is never public.
  if (status === 'draft') throw new NotFoundError(UNKNOWN);
  return { ...hunt, status };
}

/** The public page for staff, also of a draft. Changes nothing but the activity log. */
export async function viewAsVisitor(
  tx: Transaction,
  publish: PublishEvent,
  { adminId, huntId }: { adminId: string; huntId: string },
): Promise<PublicView> {
  const hunt = await present(tx, await findPublicHuntForStaff(tx, huntId));
  await recordStaffAct(tx, publish, {
    adminId,
    action: 'hunt_view_as_visitor',
    subjectType: 'hunt',
    subjectId: hunt.id,
    before: null,
    after: null,
  });
  return hunt;
}

const UNKNOWN = 'This hunt does not exist.';

async function present(db: Database, row: PublicHuntRow | null): Promise<PublicView> {
  const product = row && (await findProduct(db, row.id));
  if (!product) throw new NotFoundError(UNKNOWN);
  return {
    ...presentProduct(product),
    ...pickPageTexts(row),
    completed_at: row.completedAt?.toISOString() ?? null,
    clues_released: row.cluesReleased,
    updates_released: row.updatesReleased,
    report: presentReport(row.report),
  };
}
