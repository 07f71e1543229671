import { sendContactMessage } from '@cairn/contracts/http/messages.ts';
import {
  answerContactMessage,
  exportContactMessages,
  listContactMessages,
  updateContactMessage,
} from '@cairn/contracts/http/staff-contact.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import { addressKey, clientAddress } from '@cairn/service-kit/client-address.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { Contact } from './contact.service.ts';
import type { StaffContact } from './staff-contact.service.ts';

export function addContactRoutes(routes: Routes, contact: Contact): void {
  routes.add(sendContactMessage, async ({ body, request }) => {
    await contact.receive(body, addressKey(clientAddress(request)));
    return { message: 'Your message has been sent successfully!' };
  });
}

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
