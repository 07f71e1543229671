import type { MailingProgress } from '@cairn/contracts/http/staff-messages.ts';
import type { MailingRow } from './mailings.store.ts';

export function presentMailing({ created_at, finished_at, ...row }: MailingRow): MailingProgress {
  return {
    ...row,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}
