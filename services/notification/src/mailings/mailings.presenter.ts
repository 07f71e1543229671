import type { MailingProgress } from '@cairn/contracts/http/staff-messages.ts';
import type { MailingRow } from './mailings.store.ts';

export function presentMailing({ createdAt, finishedAt, ...row }: MailingRow): MailingProgress {
  return {
    ...row,
    created_at: createdAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  };
}
