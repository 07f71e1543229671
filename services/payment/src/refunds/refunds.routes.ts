import { refundPurchaseInternally } from '@cairn/contracts/internal/payment.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import { presentPurchase } from '../purchases/purchases.presenter.ts';
import type { Refunds } from './refunds.service.ts';

export function addRefundRoutes(routes: Routes, refunds: Refunds): void {
  routes.add(refundPurchaseInternally, async ({ params, body }) =>
    presentPurchase(await refunds.ask({ purchaseId: params.id, ...body })),
  );
}
