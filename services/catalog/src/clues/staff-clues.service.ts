import type { clueChanges, newClue, StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import { recordStaffAct } from '@cairn/events/staff-acts.ts';
import type { Database, Transaction } from '@cairn/postgres/pool.ts';
import {
  ConflictError,
  InvalidInputError,
  NotFoundError,
  VersionConflictError,
} from '@cairn/service-kit/errors.ts';
import { sanitiseHtml } from '@cairn/service-kit/sanitise-html.ts';
import type { z } from 'zod';
import { lockHunt } from '../hunts/hunts.store.ts';
import type { StaffDependencies } from '../hunts/staff-dependencies.ts';
import { findStaffHuntRow } from '../hunts/staff-hunts.store.ts';
import { setEditor } from '../versions/versions.store.ts';
import { checkClueChanges, describeClueChanges } from './clue-changes.ts';
import {
  deleteClueRow,
  findStaffClueRow,
  insertClue,
  listStaffClueRows,
  lockClue,
  lockNumbers,
  updateClueColumns,
  updateNumbers,
} from './clues.store.ts';
import { numberReleases } from './number-releases.ts';
import { presentStaffClue } from './staff-clues.presenter.ts';

export type NewClue = z.output<typeof newClue>;
export type ClueChanges = z.output<typeof clueChanges>;

type OfHunt = { adminId: string; huntId: string };
type OfClue = OfHunt & { clueId: string };
/** `ifMatch`: the version that the edit began with; null overwrites any. */
type ClueEdit = OfClue & { command: ClueChanges; ifMatch: number | null };

const UNKNOWN_HUNT = 'This hunt does not exist.';
const UNKNOWN = 'This clue does not exist.';
const TAKEN = 'Another one of its kind has this number.';

export async function listCluesForStaff(db: Database, huntId: string): Promise<StaffClue[]> {
  if (!(await findStaffHuntRow(db, huntId))) throw new NotFoundError(UNKNOWN_HUNT);
  return (await listStaffClueRows(db, huntId)).map(presentStaffClue);
}

export async function createClue(
  { publish }: StaffDependencies,
  tx: Transaction,
  { adminId, huntId, command }: OfHunt & { command: NewClue },
): Promise<StaffClue> {
  const bodyHtml = sanitiseBody(command.body_html);
  const { kind, title, number = null, publish_at } = command;
  if (!(await lockHunt(tx, huntId))) throw new NotFoundError(UNKNOWN_HUNT);
  const publishAt = publish_at ? new Date(publish_at) : null;
  const written = { huntId, kind, number, title, bodyHtml, publishAt, announcedAt: null };
  await setEditor(tx, adminId);
  const clueId = await insertClue(tx, written);
  if (!clueId) throw new ConflictError(TAKEN);
  await renumberUnreleased(tx, { huntId, kind, writtenId: clueId });
  const made = await getClue(tx, { huntId, clueId });
  const after = { hunt_id: huntId, kind, number: made.number, publish_at: made.publish_at };
  const subject = { adminId, subjectType: 'clue', subjectId: clueId } as const;
  await recordStaffAct(tx, publish, { ...subject, action: 'clue_create', before: null, after });
  return made;
}

export async function updateClue(
  { publish }: StaffDependencies,
  tx: Transaction,
  { adminId, huntId, clueId, command, ifMatch }: ClueEdit,
): Promise<StaffClue> {
  const changes = withSanitisedBody(command);
  if (!(await lockHunt(tx, huntId))) throw new NotFoundError(UNKNOWN_HUNT);
  await lockClue(tx, clueId);
  const before = await getClue(tx, { huntId, clueId });
  if (ifMatch !== null && ifMatch !== before.version) throw new VersionConflictError(before);
  await setEditor(tx, adminId);
  const after = withNumber({ ...before, ...changes }, before, command.number);
  checkClueChanges(before, after);
  const description = describeClueChanges(before, after);
  if (!description) return before;
  if (!(await updateClueColumns(tx, columnsOf(after)))) throw new ConflictError(TAKEN);
  const writtenId = before.is_published ? undefined : clueId;
  await renumberUnreleased(tx, { huntId, kind: before.kind, writtenId });
  const subject = { adminId, subjectType: 'clue', subjectId: clueId } as const;
  await recordStaffAct(tx, publish, { ...subject, action: 'clue_update', ...description });
  return getClue(tx, { huntId, clueId });
}

export async function deleteClue(
  { publish }: StaffDependencies,
  tx: Transaction,
  { adminId, huntId, clueId }: OfClue,
): Promise<void> {
  if (!(await lockHunt(tx, huntId))) throw new NotFoundError(UNKNOWN_HUNT);
  await lockClue(tx, clueId);
  const { is_published, kind, number, publish_at } = await getClue(tx, { huntId, clueId });
  if (is_published) throw new ConflictError('What is out stays: members have read it.');
  await deleteClueRow(tx, clueId);
  await renumberUnreleased(tx, { huntId, kind });
  const before = { hunt_id: huntId, kind, number, publish_at };
  const subject = { adminId, subjectType: 'clue', subjectId: clueId } as const;
  await recordStaffAct(tx, publish, { ...subject, action: 'clue_delete', before, after: null });
}

/** Sanitises the body. Throws 400 if neither text nor an image is left. */
function sanitiseBody(html: string): string {
  const body = sanitiseHtml(html).trim();
  if (!/<img\b/.test(body) && body.replace(/<[^>]*>|&nbsp;|\s/g, '') === '') {
    throw new InvalidInputError('A text is required', { body_html: 'A text is required' });
  }
  return body;
}

/** A number that differs from the current one is chosen; null ends the choice. */
function withNumber(
  after: Omit<StaffClue, 'number'>,
  { number, is_number_chosen }: StaffClue,
  given: number | null | undefined,
): StaffClue {
  if (given === null) return { ...after, number, is_number_chosen: false };
  const isChosen = is_number_chosen || (given !== undefined && given !== number);
  return { ...after, number: given ?? number, is_number_chosen: isChosen };
}

function withSanitisedBody({ body_html, publish_at, number: _, ...rest }: ClueChanges) {
  return {
    ...rest,
    ...(body_html === undefined ? {} : { body_html: sanitiseBody(body_html) }),
    ...(publish_at === undefined
      ? {}
      : { publish_at: publish_at && new Date(publish_at).toISOString() }),
  };
}

async function getClue(
  tx: Transaction,
  ids: { huntId: string; clueId: string },
): Promise<StaffClue> {
  const row = await findStaffClueRow(tx, ids);
  if (!row) throw new NotFoundError(UNKNOWN);
  return presentStaffClue(row);
}

function columnsOf(clue: StaffClue) {
  return {
    id: clue.id,
    huntId: clue.hunt_id,
    kind: clue.kind,
    number: clue.number,
    isNumberChosen: clue.is_number_chosen,
    title: clue.title,
    bodyHtml: clue.body_html,
    publishAt: clue.publish_at ? new Date(clue.publish_at) : null,
  };
}

type OfKind = {
  huntId: string;
  kind: 'clue' | 'update';
  /** The clue that this transaction writes: no member has seen its number, even if it is due at once. */
  writtenId?: string | undefined;
};

/** Numbers the clues of a kind that are not out, in the order of their release. Requires the lock of the hunt. */
export async function renumberUnreleased(
  tx: Transaction,
  { huntId, kind, writtenId }: OfKind,
): Promise<void> {
  const rows = await lockNumbers(tx, huntId, kind);
  const clues = rows.map((row) => ({
    ...row,
    isReleased: row.isReleased && row.id !== writtenId,
  }));
  const changes = numberReleases(clues);
  if (changes.length > 0) await updateNumbers(tx, changes);
}
