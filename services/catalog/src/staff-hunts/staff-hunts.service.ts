import { pickPageTexts } from '@cairn/contracts/http/hunts.ts';
import type { newHunt, StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { centsFromDollars } from '@cairn/contracts/money.ts';
import { deleteSealedFields } from '@cairn/events/idempotency.store.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import { ConflictError, NotFoundError, VersionConflictError } from '@cairn/service-kit/errors.ts';
import type { z } from 'zod';
import { releaseOverdueNow } from '../clues/clues.store.ts';
import { generateCode } from '../codes/code.ts';
import { commitToCode, setStash, setTreasureCode } from '../codes/staff-codes.service.ts';
import {
  insertHunt,
  lockHunt,
  lockStaffActs,
  setHuntOpen,
  setHuntUpcoming,
  updateHuntColumns,
} from '../hunts/hunts.store.ts';
import type { StaffDependencies } from '../hunts/staff-dependencies.ts';
import { findStaffHuntRow, listStaffHuntRows } from '../hunts/staff-hunts.store.ts';
import { publishChangedProduct, publishProduct } from '../products/products.service.ts';
import { findProduct, listProductsById } from '../products/products.store.ts';
import { setEditor } from '../versions/versions.store.ts';
import {
  checkBonus,
  checkChanges,
  describeChanges,
  findChanges,
  type HuntChanges,
} from './hunt-changes.ts';
import { columnsOf, presentStaffHunt } from './staff-hunts.presenter.ts';

type NewHunt = z.output<typeof newHunt>;

const CURRENCY = 'USD';
export const UNKNOWN = 'This hunt does not exist.';
const TAKEN = 'Another hunt has this handle.';

/** The hunts in the order of the ids. */
export async function getHuntsForStaff(db: Database, ids: string[]): Promise<StaffHunt[]> {
  const rows = new Map((await listStaffHuntRows(db, ids)).map((row) => [row.id, row]));
  const products = new Map((await listProductsById(db, ids)).map((each) => [each.id, each]));
  return ids.flatMap((id) => {
    const [row, product] = [rows.get(id), products.get(id)];
    return row && product ? [presentStaffHunt(row, product)] : [];
  });
}

export async function getHuntForStaff(db: Database, huntId: string): Promise<StaffHunt> {
  const row = await findStaffHuntRow(db, huntId);
  const product = row && (await findProduct(db, row.id));
  if (!product) throw new NotFoundError(UNKNOWN);
  return presentStaffHunt(row, product);
}

/** A generated code is in this answer only. */
export async function createHunt(
  { publish, keys }: StaffDependencies,
  tx: Transaction,
  { adminId, command }: { adminId: string; command: NewHunt },
): Promise<StaffHunt & { treasure_code?: string }> {
  const { treasure_code, stash, status, price_amount, bonus_per_purchase = 0 } = command;
  checkBonus({ price_amount, bonus_per_purchase });
  const code = treasure_code ?? generateCode();
  await lockStaffActs(tx);
  await setEditor(tx, adminId);
  const huntId = await insertHunt(tx, rowOf(command));
  if (!huntId) throw new ConflictError(TAKEN);
  await setTreasureCode(tx, keys, { huntId, code });
  if (stash) await setStash(tx, keys, { huntId, stash });
  if (status === 'active') await openHunt(tx, huntId);
  await publishProduct(tx, publish, huntId);
  const made = await getHuntForStaff(tx, huntId);
  const { handle, title, region } = made;
  const after = { handle, title, region, status };
  const subject = { adminId, subjectType: 'hunt', subjectId: huntId } as const;
  await recordStaffAct(tx, publish, { ...subject, action: 'hunt_create', before: null, after });
  if (treasure_code !== undefined) return made;
  return { ...made, unacknowledged_code: { admin_id: adminId }, treasure_code: code };
}

type HuntEdit = {
  adminId: string;
  huntId: string;
  command: HuntChanges;
  /** The version that the edit began with; null overwrites any. */
  ifMatch: number | null;
};

export async function updateHunt(
  { publish, keys }: StaffDependencies,
  tx: Transaction,
  { adminId, huntId, command, ifMatch }: HuntEdit,
): Promise<StaffHunt> {
  await lockStaffActs(tx);
  if (!(await lockHunt(tx, huntId))) throw new NotFoundError(UNKNOWN);
  const before = await getHuntForStaff(tx, huntId);
  if (ifMatch !== null && ifMatch !== before.version) throw new VersionConflictError(before);
  await setEditor(tx, adminId);
  const changed = findChanges(before, command);
  checkChanges(before, changed);
  const { treasure_code: code, stash } = command;
  const isSecretGiven = code !== undefined || stash !== undefined;
  if (Object.keys(changed).length === 0 && !isSecretGiven) return before;
  const isSaved = await updateHuntColumns(tx, huntId, columnsOf({ ...before, ...changed }));
  if (!isSaved) throw new ConflictError(TAKEN);
  if (code !== undefined) {
    await setTreasureCode(tx, keys, { huntId, code });
    await deleteSealedFields(tx, huntId);
  }
  if (stash !== undefined) await setStash(tx, keys, { huntId, stash });
  if (changed.status === 'upcoming') await setHuntUpcoming(tx, huntId);
  if (changed.status === 'active') await openHunt(tx, huntId);
  await publishChangedProduct(tx, publish, huntId);
  await recordStaffAct(tx, publish, {
    adminId,
    action: actionOf(changed.status),
    subjectType: 'hunt',
    subjectId: huntId,
    ...describeChanges(before, changed, command),
  });
  return getHuntForStaff(tx, huntId);
}

function actionOf(status: StaffHunt['status'] | undefined): string {
  if (status === 'active') return 'hunt_open';
  return status === 'upcoming' ? 'hunt_publish' : 'hunt_update';
}

/** Fixes the code and the hiding time, and releases overdue clues. */
async function openHunt(tx: Transaction, huntId: string): Promise<void> {
  await commitToCode(tx, huntId);
  await setHuntOpen(tx, huntId);
  await releaseOverdueNow(tx, huntId);
}

function rowOf(hunt: NewHunt) {
  return {
    handle: hunt.handle,
    title: hunt.title,
    region: hunt.region,
    description: hunt.description,
    ...pickPageTexts(hunt),
    intro: hunt.intro ?? '',
    status: hunt.status === 'draft' ? ('draft' as const) : ('upcoming' as const),
    priceCents: centsFromDollars(hunt.price_amount),
    currency: CURRENCY,
    baseValueCents: centsFromDollars(hunt.base_value ?? 0),
    bonusPerPurchaseCents: centsFromDollars(hunt.bonus_per_purchase ?? 0),
    hiddenAt: hunt.hidden_at ? new Date(hunt.hidden_at) : null,
    searchArea: hunt.search_area ?? null,
    images: hunt.images ?? [],
    position: null,
  };
}
