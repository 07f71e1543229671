import type { listReleasePlan } from '@cairn/contracts/http/release-plan.ts';
import type { StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import type { z } from 'zod';
import type { StaffClueRow } from './clues.store.ts';
import type { PlannedRow } from './release-plan.store.ts';

export function presentStaffClue(row: StaffClueRow): StaffClue {
  return {
    id: row.id,
    hunt_id: row.huntId,
    kind: row.kind,
    number: row.number,
    is_number_chosen: row.isNumberChosen,
    title: row.title,
    body_html: row.bodyHtml,
    publish_at: row.publishAt?.toISOString() ?? null,
    is_published: row.isPublished,
    announced_at: row.announcedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    version: row.editVersion,
    edited_by: row.editedBy,
    edited_at: row.editedAt?.toISOString() ?? null,
  };
}

type PlannedRelease = z.input<typeof listReleasePlan.answer>['releases'][number];

export function presentPlanned(row: PlannedRow): PlannedRelease {
  const { body_html: _, ...release } = presentStaffClue(row);
  const { handle, huntTitle, huntStatus } = row;
  return { ...release, handle, hunt_title: huntTitle, hunt_status: huntStatus };
}
