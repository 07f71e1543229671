import type { MailingSegment } from '@cairn/contracts/http/mailing-segment.ts';
import type { StoredMailingContent } from '@cairn/contracts/http/mailing-templates.ts';
import type { sendEmail } from '@cairn/contracts/http/staff-messages.ts';
import type { z } from 'zod';
import { isEqual } from '../ui/merge-fields.ts';
import { formatZonedMoment, fromLocalInput, toLocalInput } from '../ui/moments.ts';
import type { Saved } from '../ui/use-draft-form.ts';
import type { Recipient } from '../users/selection.ts';

export type EmailDraft = {
  subject: string;
  content: string;
  /** One address; empty means the whole audience. */
  to: string;
  /** The addresses of an earlier mailing to named people; kept in this page only. */
  recipients: readonly string[];
  /** Goes to named people: without an address, recipients must be chosen before it is sent. */
  isToNamed: boolean;
  /** A hunt id; empty means all active verified users. */
  hunt: string;
  /** Replaces `hunt`; null for none. */
  segment: MailingSegment | null;
  /** The value of a `datetime-local` input; empty means at once. */
  sendAt: string;
  /** The id of the scheduled mailing that is being changed; empty for a new one. */
  editing: string;
  /** What was saved when its change began. */
  base: Saved<MailingFields> | null;
};

/** A mailing by the fields that a conflict compares. */
export type MailingFields = {
  subject: string;
  content: string;
  audience: MailingAudience;
  sendAt: string;
};

/** One field, so that a merge takes the whole audience of one side. */
export type MailingAudience = {
  /** Named addresses; null for the segment. */
  to: readonly string[] | null;
  segment: MailingSegment;
};

export const EMPTY_SEGMENT: MailingSegment = {
  ...{ hunts: [], membership: 'all', verified: 'yes' },
  ...{ joined_since: '', alerts: 'any', region: '' },
};

export const EMPTY_DRAFT: EmailDraft = {
  ...{ subject: '', content: '', to: '', hunt: '' },
  ...{ recipients: [], isToNamed: false },
  ...{ segment: null, sendAt: '', editing: '', base: null },
};

export type Mailing = z.input<typeof sendEmail.body>;

/** Precedence: selected users, addresses of the earlier mailing, typed address, segment, audience. */
export function mailingOf(draft: EmailDraft, selected: readonly Recipient[]): Mailing {
  const { subject, content, to, recipients, hunt, segment } = draft;
  const message = { subject: subject.trim(), content };
  if (selected.length > 0)
    return { ...message, to: selected.map(({ email }) => email), hunt: null };
  if (recipients.length > 0) return { ...message, to: [...recipients], hunt: null };
  if (to.trim()) return { ...message, to: to.trim(), hunt: null };
  if (segment) return { ...message, to: null, hunt: null, segment };
  return { ...message, to: null, hunt: hunt || null };
}

/** The same, with the time at which it begins. */
export function scheduledMailingOf(draft: EmailDraft, selected: readonly Recipient[]): Mailing {
  return { ...mailingOf(draft, selected), send_at: fromLocalInput(draft.sendAt) };
}

export function fieldsOf(draft: EmailDraft, selected: readonly Recipient[]): MailingFields {
  const { to = null, hunt } = mailingOf(draft, selected);
  const ofHunt = hunt ? { hunts: [hunt], membership: 'member' as const } : {};
  const { subject, content, sendAt } = draft;
  return {
    ...{ subject, content, sendAt },
    audience: {
      // Named people are kept while their addresses are chosen again.
      to: to === null ? (draft.isToNamed ? [] : null) : [to].flat(),
      segment: to === null ? (draft.segment ?? { ...EMPTY_SEGMENT, ...ofHunt }) : EMPTY_SEGMENT,
    },
  };
}

export function draftOf({ audience: { to, segment }, ...fields }: MailingFields): EmailDraft {
  return {
    ...{ ...EMPTY_DRAFT, ...fields },
    ...{ recipients: to ?? [], isToNamed: to !== null },
    segment: isEqual(segment, EMPTY_SEGMENT) ? null : segment,
  };
}

export function savedFieldsOf(mailing: StoredMailingContent): Saved<MailingFields> {
  const { subject, content, segment, to, send_at, version } = mailing;
  const audience = { to, segment };
  return { fields: { subject, content, audience, sendAt: toLocalInput(send_at) }, version };
}

export function isReady({ subject, content }: EmailDraft): boolean {
  return subject.trim() !== '' && content !== '';
}

/** Such a mail must not go to an audience that staff did not choose. */
export function lacksRecipients(
  { to, recipients, isToNamed }: EmailDraft,
  selected: readonly Recipient[],
): boolean {
  return isToNamed && recipients.length === 0 && to.trim() === '' && selected.length === 0;
}

export function isEmpty({ subject, content, to, recipients, editing }: EmailDraft): boolean {
  const isBlank = subject === '' && content === '' && to === '' && editing === '';
  return isBlank && recipients.length === 0;
}

/** `sendAt` is null for a mailing that has started. */
export function successText({ to }: Mailing, count: number, sendAt: string | null = null): string {
  if (sendAt !== null) return `Email scheduled for ${formatZonedMoment(sendAt)}`;
  if (to !== null && to !== undefined) return 'Email sent successfully to selected recipients';
  return `Email sent successfully to ${count} users`;
}
