import type { mailing } from '@cairn/contracts/http/staff-messages.ts';
import type { z } from 'zod';
import type { Recipient } from '../users/selection.ts';

export type EmailDraft = {
  subject: string;
  content: string;
  /** One address; empty means the whole audience. */
  to: string;
  /** A hunt id; empty means all active verified users. */
  hunt: string;
};

export const EMPTY_DRAFT: EmailDraft = { subject: '', content: '', to: '', hunt: '' };

export type Mailing = z.input<typeof mailing>;

/** Precedence: selected users, typed address, audience. */
export function mailingOf(draft: EmailDraft, selected: readonly Recipient[]): Mailing {
  const { subject, content, to, hunt } = draft;
  const message = { subject: subject.trim(), content };
  if (selected.length > 0)
    return { ...message, to: selected.map(({ email }) => email), hunt: null };
  if (to.trim()) return { ...message, to: to.trim(), hunt: null };
  return { ...message, to: null, hunt: hunt || null };
}

export function isReady({ subject, content }: EmailDraft): boolean {
  return subject.trim() !== '' && content !== '';
}

export function isEmpty({ subject, content, to }: EmailDraft): boolean {
  return subject === '' && content === '' && to === '';
}

export function successText({ to }: Mailing, count: number): string {
  if (to !== null && to !== undefined) return 'Email sent successfully to selected recipients';
  return `Email sent successfully to ${count} users`;
}
