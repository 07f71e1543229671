import { removePhone, setPhone, verifyPhone } from '@cairn/contracts/http/alerts.ts';
import { addressKey, clientAddress } from '@cairn/service-kit/client-address.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { Alerts } from './alerts.service.ts';
import type { Phones } from './phones.service.ts';

export function addPhoneRoutes(routes: Routes, phones: Phones, alerts: Alerts): void {
  routes.add(setPhone, async ({ identity: { userId }, body: { phone }, request }) => {
    await phones.requestCode(userId, phone, addressKey(clientAddress(request)));
    return { message: 'We sent a code to that number. It is good for 10 minutes.' };
  });
  routes.add(verifyPhone, async ({ identity: { userId }, body: { code } }) => {
    return { phone: await phones.verify(userId, code), phoneVerified: true as const };
  });
  routes.add(removePhone, async ({ identity: { userId } }) => {
    await phones.remove(userId);
    return { message: 'Your number is removed.', ...(await alerts.read(userId)) };
  });
}
