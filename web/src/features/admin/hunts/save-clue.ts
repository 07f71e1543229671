import type { StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import { isFinal } from '../../../lib/idempotency-key.ts';
import { callRoute } from '../api/call-route.ts';
import {
  type ClueChanges,
  type ClueFields,
  type NewClue,
  toClueChanges,
  toNewClue,
} from './clue-fields.ts';

type Request = {
  submitted: string;
  /** When the clue was to come out before. */
  before: string | null;
  send: () => Promise<StaffClue>;
};

/** The newest request of each form that has no final answer, by what the form submitted. */
const pending = new Map<string, Request>();

const timesBefore = new Map<string, string | null>();

/** When the clue was to come out before the last change of this page. */
export function readTimeBefore(clueId: string): string | null {
  return timesBefore.get(clueId) ?? null;
}

/**
 * Creates or changes a clue. After a lost answer, the same input sends the same request: its time of release
 * is part of the content that the Idempotency-Key stands for.
 */
export async function saveClue(
  huntId: string,
  clue: StaffClue | undefined,
  fields: ClueFields,
  version: number | null,
): Promise<StaffClue> {
  const form = `${huntId}:${clue?.id ?? 'new'}`;
  const submitted = JSON.stringify([fields, version]);
  const earlier = pending.get(form);
  const request: Request =
    earlier?.submitted === submitted
      ? earlier
      : {
          submitted,
          before: clue?.publish_at ?? null,
          send: clue
            ? change(huntId, clue.id, toClueChanges(clue, fields), version)
            : create(huntId, toNewClue(fields)),
        };
  pending.set(form, request);
  try {
    const saved = await request.send();
    pending.delete(form);
    timesBefore.set(saved.id, request.before);
    return saved;
  } catch (error) {
    if (isFinal(error)) pending.delete(form);
    throw error;
  }
}

function create(id: string, body: NewClue): () => Promise<StaffClue> {
  return () => callRoute('POST /api/admin/hunts/:id/clues', { params: { id }, body });
}

function change(id: string, clueId: string, body: ClueChanges, version: number | null) {
  const params = { id, clueId };
  return () =>
    callRoute('PATCH /api/admin/hunts/:id/clues/:clueId', {
      params,
      body,
      ifMatch: version ?? undefined,
    });
}
