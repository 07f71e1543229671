import type { listReleasePlan, StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import type { z } from 'zod';
import type { PlannedRow, StaffClueRow } from './staff-clues.store.ts';

export function presentStaffClue(row: StaffClueRow): StaffClue {
  return {
    id: row.id,
    hunt_id: row.hunt_id,
    kind: row.kind,
    number: row.number,
    is_number_chosen: row.is_number_chosen,
    title: row.title,
    body_html: row.body_html,
    publish_at: row.publish_at?.toISOString() ?? null,
    is_published: row.is_published,
    announced_at: row.announced_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    version: row.edit_version,
    edited_by: row.edited_by,
    edited_at: row.edited_at?.toISOString() ?? null,
  };
}

type PlannedRelease = z.input<typeof listReleasePlan.answer>['releases'][number];

export function presentPlanned(row: PlannedRow): PlannedRelease {
  const { body_html: _, ...release } = presentStaffClue(row);
  const { handle, hunt_title, hunt_status } = row;
  return { ...release, handle, hunt_title, hunt_status };
}
