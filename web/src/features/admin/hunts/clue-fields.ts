import { describeIssue } from '@cairn/contracts/http/field-texts.ts';
import { type clueChanges, newClue, type StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import type { z } from 'zod';
import { serverNow } from '../api/server-clock.ts';
import { fromLocalInput, toLocalInput } from '../ui/moments.ts';
import { clueState } from './clue-state.ts';

export type ClueFields = {
  kind: 'clue' | 'update';
  number: string;
  title: string;
  body_html: string;
  /** `opening`: when a hunt that is not open yet opens. */
  when: 'now' | 'opening' | 'scheduled' | 'draft';
  publish_at: string;
};

/** An immediate release waits this long, so that it can be undone. */
export const HOLD_MS = 30_000;

export const EMPTY_CLUE: ClueFields = {
  kind: 'clue',
  number: '',
  title: '',
  body_html: '',
  when: 'draft',
  publish_at: '',
};

export function fieldsOf(clue: StaffClue): ClueFields {
  return {
    kind: clue.kind,
    number: clue.is_number_chosen ? String(clue.number) : '',
    title: clue.title,
    body_html: clue.body_html,
    when: WHEN[clueState(clue)],
    publish_at: toLocalInput(clue.publish_at),
  };
}

/** As the form names them. */
export const CLUE_LABELS: Record<keyof ClueFields, string> = {
  kind: 'Kind',
  number: 'Number',
  title: 'Title',
  body_html: 'Text',
  when: 'Comes out',
  publish_at: 'Day and time',
};

const WHEN = {
  published: 'scheduled',
  scheduled: 'scheduled',
  opening: 'opening',
  draft: 'draft',
} as const;

export type NewClue = z.input<typeof newClue>;
export type ClueChanges = z.input<typeof clueChanges>;

export function toNewClue(fields: ClueFields, now = new Date(serverNow())): NewClue {
  const { kind, title, body_html } = fields;
  const number = fields.number.trim() === '' ? null : Number(fields.number);
  return { kind, title, body_html, publish_at: publishAt(fields, now), number };
}

/** Only the text of a published clue can change. */
export function toClueChanges(
  clue: StaffClue,
  fields: ClueFields,
  now = new Date(serverNow()),
): ClueChanges {
  const { title, body_html, publish_at, number } = toNewClue(fields, now);
  if (clue.is_published) return { title, body_html };
  const isSameTime = fields.when !== 'now' && fields.publish_at === toLocalInput(clue.publish_at);
  const time = isSameTime && fields.when === 'scheduled' ? {} : { publish_at };
  return { title, body_html, number, ...time };
}

type Errors = Partial<Record<keyof ClueFields, string>>;

export function validateFields(fields: ClueFields, isPublished: boolean): Errors {
  const parsed = newClue.safeParse(toNewClue(fields), { error: describeIssue });
  const issues = parsed.success ? [] : parsed.error.issues;
  const errors: Errors = Object.fromEntries(
    issues.map(({ path, message }) => [
      String(path[0]),
      FIELD_MESSAGES[String(path[0])] ?? message,
    ]),
  );
  const isTimeMissing = fields.when === 'scheduled' && !fromLocalInput(fields.publish_at);
  if (isTimeMissing && !isPublished) errors.publish_at = 'Choose the day and the time';
  return errors;
}

const FIELD_MESSAGES: Record<string, string> = { number: 'A number is 1 or more' };

function publishAt({ when, publish_at }: ClueFields, now: Date): string | null {
  if (when === 'now') return new Date(now.getTime() + HOLD_MS).toISOString();
  // A time in the past: the clue is released when its hunt opens.
  if (when === 'opening') return now.toISOString();
  return when === 'scheduled' ? fromLocalInput(publish_at) : null;
}
