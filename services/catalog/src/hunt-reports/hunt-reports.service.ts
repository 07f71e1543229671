import type { StaffHuntReport, saveHuntReport } from '@cairn/contracts/http/hunt-reports.ts';
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
import {
  findReport,
  type ReportRow,
  saveReport,
  setReportPublished,
} from './hunt-reports.store.ts';

type OfHunt = { adminId: string; huntId: string };
type Publisher = Pick<StaffDependencies, 'publish'>;
type ReportTexts = z.output<typeof saveHuntReport.body>;

const UNKNOWN = 'This hunt does not exist.';

export async function getReport(db: Database, huntId: string): Promise<StaffHuntReport> {
  const row = await findReport(db, huntId);
  if (!row) throw new NotFoundError(UNKNOWN);
  return presentStaffReport(row);
}

/** `ifMatch`: the version that the caller has read; null accepts any. */
type OfVersion = OfHunt & { ifMatch: number | null };
type ReportEdit = OfVersion & { texts: ReportTexts };

/** Changes a published report at once. */
export async function writeReport(
  { publish }: Publisher,
  tx: Transaction,
  { adminId, huntId, texts, ifMatch }: ReportEdit,
): Promise<StaffHuntReport> {
  const before = await lockReport(tx, huntId, ifMatch);
  const solutions = texts.solutions
    .map(({ clue_id, body_html }) => ({ clueId: clue_id, bodyHtml: sanitiseText(body_html) }))
    .filter(({ bodyHtml }) => bodyHtml !== '');
  const storyHtml = sanitiseText(texts.story_html);
  const written = {
    huntId,
    winnerName: texts.winner_name,
    storyHtml,
    solutions,
    editedBy: adminId,
  };
  const isSaved = await saveReport(tx, written);
  if (!isSaved) throw new InvalidInputError('A solution is of no clue of this hunt.');
  const after = await getReport(tx, huntId);
  if (after.published_at && !hasText(after)) throw new ConflictError(EMPTY);
  await record(publish, tx, { adminId, action: 'hunt_report_update', before, after });
  return after;
}

export async function publishReport(
  { publish }: Publisher,
  tx: Transaction,
  { adminId, huntId, ifMatch }: OfVersion,
): Promise<StaffHuntReport> {
  const before = await lockReport(tx, huntId, ifMatch);
  if (!before.is_publishable) throw new ConflictError('The claim of this hunt is not verified.');
  if (!hasText(before)) throw new ConflictError(EMPTY);
  if (before.published_at) return before;
  await setReportPublished(tx, huntId, true);
  const after = await getReport(tx, huntId);
  await record(publish, tx, { adminId, action: 'hunt_report_publish', before, after });
  return after;
}

export async function unpublishReport(
  { publish }: Publisher,
  tx: Transaction,
  { adminId, huntId }: OfHunt,
): Promise<StaffHuntReport> {
  const before = await lockReport(tx, huntId);
  if (!before.published_at) return before;
  await setReportPublished(tx, huntId, false);
  const after = await getReport(tx, huntId);
  await record(publish, tx, { adminId, action: 'hunt_report_unpublish', before, after });
  return after;
}

const EMPTY = 'Write the story or a solution first.';

async function lockReport(
  tx: Transaction,
  huntId: string,
  ifMatch: number | null = null,
): Promise<StaffHuntReport> {
  if (!(await lockHunt(tx, huntId))) throw new NotFoundError(UNKNOWN);
  const report = await getReport(tx, huntId);
  if (ifMatch !== null && ifMatch !== report.version) throw new VersionConflictError(report);
  return report;
}

function presentStaffReport(row: ReportRow): StaffHuntReport {
  return {
    hunt_id: row.huntId,
    winner_name: row.winnerName,
    story_html: row.storyHtml,
    solutions: row.solutions.map(({ clueId, bodyHtml }) => ({
      clue_id: clueId,
      body_html: bodyHtml,
    })),
    published_at: row.publishedAt?.toISOString() ?? null,
    is_publishable: row.isPublishable,
    version: row.version,
    edited_by: row.editedBy,
    edited_at: row.editedAt?.toISOString() ?? null,
  };
}

/** Empty if neither text nor an image is left. */
function sanitiseText(html: string): string {
  const text = sanitiseHtml(html).trim();
  return /<img\b/.test(text) || text.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '' ? text : '';
}

function hasText({ story_html, solutions }: StaffHuntReport): boolean {
  return story_html !== '' || solutions.length > 0;
}

type Recorded = {
  adminId: string;
  action: string;
  before: StaffHuntReport;
  after: StaffHuntReport;
};

/** The activity log holds no texts. */
async function record(
  publish: StaffDependencies['publish'],
  tx: Transaction,
  { adminId, action, before, after }: Recorded,
): Promise<void> {
  const describe = ({ solutions, published_at }: StaffHuntReport) => ({
    solutions: solutions.length,
    is_published: published_at !== null,
  });
  await recordStaffAct(tx, publish, {
    adminId,
    action,
    subjectType: 'hunt',
    subjectId: after.hunt_id,
    before: describe(before),
    after: describe(after),
  });
}
