import { refundPurchase } from '@cairn/contracts/http/back-office.ts';
import { getHuntRefunds } from '@cairn/contracts/http/hunt-cancellations.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { CancelledHunts } from '../cancelled-hunts/cancelled-hunts.service.ts';
import { presentPurchase } from '../purchases/purchases.presenter.ts';
import type { Refunds } from './refunds.service.ts';

export function addRefundRoutes(routes: StaffRoutes, refunds: Refunds): void {
  routes.addStaffAct(refundPurchase, async (tx, { params, body, identity, answerAfterCommit }) => {
    const command = { purchaseId: params.id, adminId: identity.userId, reason: body.reason };
    const requested = await refunds.request(tx, command);
    answerAfterCommit(async () => presentPurchase(await refunds.processNow(requested)));
    return presentPurchase(requested.purchase);
  });
}

export function addCancelledHuntRoutes(routes: Routes, cancelledHunts: CancelledHunts): void {
  routes.add(getHuntRefunds, ({ params }) => cancelledHunts.readRefunds(params.id));
}
