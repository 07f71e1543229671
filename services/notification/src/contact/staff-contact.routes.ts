import {
  answerContactMessage,
  exportContactMessages,
  listContactMessages,
  updateContactMessage,
} from '@cairn/contracts/http/staff-contact.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { StaffContact } from './staff-contact.service.ts';

export function addStaffContactRoutes(routes: StaffRoutes, contact: StaffContact): void {
  routes.add(listContactMessages, ({ query }) => contact.list(query));
  routes.add(exportContactMessages, ({ query, identity }) =>
    contact.exportPart(identity.userId, query),
  );
  routes.addStaffAct(answerContactMessage, (tx, { params: { id }, body, identity }) =>
    contact.answer(tx, { id, adminId: identity.userId, ...body }),
  );
  routes.addStaffAct(updateContactMessage, (tx, { params: { id }, body, identity }) =>
    contact.update(tx, { id, adminId: identity.userId, ...body }),
  );
}
