import type { MailingProgress } from '@cairn/contracts/http/staff-messages.ts';
import type { MailingRow } from './mailing-list.store.ts';

export function presentMailing({
  createdAt,
  sendAt,
  finishedAt,
  ...row
}: MailingRow): MailingProgress {
  return {
    ...row,
    created_at: createdAt.toISOString(),
    send_at: sendAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
  };
}

export const MAILING_HEADER = [
  ...['ID', 'Subject', 'State', 'Created', 'Send at', 'Finished'],
  ...['Recipients', 'Sent', 'Failed', 'Suppressed'],
];

export function toMailingCells(row: MailingRow) {
  const mailing = presentMailing(row);
  const { id, subject, state, created_at, send_at, finished_at } = mailing;
  const { total, sent, failed, suppressed } = mailing;
  return [id, subject, state, created_at, send_at, finished_at, total, sent, failed, suppressed];
}
