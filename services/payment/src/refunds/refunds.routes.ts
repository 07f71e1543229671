import { refundPurchase } from '@cairn/contracts/http/back-office.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { presentPurchase } from '../purchases/purchases.presenter.ts';
import type { Refunds } from './refunds.service.ts';

export function addRefundRoutes(routes: Routes, refunds: Refunds): void {
  routes.add(refundPurchase, async ({ params, body, identity }) =>
    presentPurchase(
      await refunds.ask({ purchaseId: params.id, adminId: identity.userId, ...body }),
    ),
  );
}
