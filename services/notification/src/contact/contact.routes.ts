import { sendContactMessage } from '@cairn/contracts/http/messages.ts';
import { addressKey, clientAddress } from '@cairn/service-kit/client-address.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { Contact } from './contact.service.ts';

export function addContactRoutes(routes: Routes, contact: Contact): void {
  routes.add(sendContactMessage, async ({ body, request }) => {
    await contact.receive(body, addressKey(clientAddress(request)));
    return { message: 'Your message has been sent successfully!' };
  });
}
