import type { StaffContactMessage } from '@cairn/contracts/http/staff-contact.ts';
import type { ContactAnswerRow, StaffContactRow } from './contact.store.ts';

export function presentStaffContact(
  { createdAt, userId, ...row }: StaffContactRow,
  answers: readonly ContactAnswerRow[],
): StaffContactMessage {
  return {
    ...row,
    created_at: createdAt.toISOString(),
    user_id: userId,
    answers: answers
      .filter(({ messageId }) => messageId === row.id)
      .map(({ id, adminId, body, createdAt: at, deliveryState }) => ({
        id,
        admin_id: adminId,
        body,
        created_at: at.toISOString(),
        delivery_state: deliveryState,
      })),
  };
}

export const CONTACT_HEADER = ['ID', 'Received', 'Status', 'Name', 'Email', 'Message'];

export function toContactCells({ id, createdAt, status, name, email, message }: StaffContactRow) {
  return [id, createdAt.toISOString(), status, name, email, message];
}
