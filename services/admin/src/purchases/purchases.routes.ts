import { refundPurchase } from '@cairn/contracts/http/back-office.ts';
import { refundPurchaseInternally } from '@cairn/contracts/internal/payment.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { ServiceClient } from '@cairn/service-kit/service-client.ts';

/** payment holds the rule, and writes down who did it in the transaction of the refund. */
export function addPurchaseRoutes(routes: Routes, payment: ServiceClient): void {
  routes.add(refundPurchase, ({ params, body, identity }) =>
    payment.call(refundPurchaseInternally, {
      params,
      body: { ...body, adminId: identity.userId },
    }),
  );
}
