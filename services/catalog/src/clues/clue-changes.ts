import type { StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import { ConflictError } from '@cairn/service-kit/errors.ts';

/** Secret before the release, and never logged. */
const TEXTS = ['title', 'body_html'] as const;
const SCHEDULE = ['number', 'is_number_chosen', 'publish_at'] as const;

/** A released clue keeps its time and number; its text may be corrected. */
export function checkClueChanges(before: StaffClue, after: StaffClue): void {
  if (!before.is_published) return;
  if (after.publish_at !== before.publish_at) {
    throw new ConflictError('What is out keeps its time.');
  }
  if (after.number !== before.number) throw new ConflictError('What is out keeps its number.');
}

/** The change for the activity log; null without a change. */
export function describeClueChanges(before: StaffClue, after: StaffClue) {
  const schedule = SCHEDULE.filter((name) => before[name] !== after[name]);
  const texts = TEXTS.filter((name) => before[name] !== after[name]);
  if (schedule.length + texts.length === 0) return null;
  const pick = (clue: StaffClue) => Object.fromEntries(schedule.map((name) => [name, clue[name]]));
  return {
    before: { hunt_id: before.hunt_id, ...pick(before) },
    after: {
      hunt_id: after.hunt_id,
      ...pick(after),
      ...(texts.length > 0 ? { also_changed: texts } : {}),
    },
  };
}
