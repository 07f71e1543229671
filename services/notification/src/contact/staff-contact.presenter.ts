import type { StaffContactMessage } from '@cairn/contracts/http/staff-contact.ts';
import { toCsv } from '@cairn/service-kit/csv.ts';
import type { ContactAnswerRow, StaffContactRow } from './staff-contact.store.ts';

export function presentStaffContact(
  { created_at, ...row }: StaffContactRow,
  answers: readonly ContactAnswerRow[],
): StaffContactMessage {
  return {
    ...row,
    created_at: created_at.toISOString(),
    answers: answers
      .filter(({ message_id }) => message_id === row.id)
      .map(({ id, admin_id, body, created_at: at, delivery_state }) => ({
        id,
        admin_id,
        body,
        created_at: at.toISOString(),
        delivery_state,
      })),
  };
}

const HEADER = ['ID', 'Received', 'Status', 'Name', 'Email', 'Message'];

/** `isFirst` adds the header line. */
export function presentContactAsCsv(rows: readonly StaffContactRow[], isFirst: boolean): string {
  const lines = rows.map(({ id, created_at, status, name, email, message }) => [
    id,
    created_at.toISOString(),
    status,
    name,
    email,
    message,
  ]);
  return toCsv(isFirst ? [HEADER, ...lines] : lines);
}
