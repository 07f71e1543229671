import { recordPurchase } from '@cairn/contracts/http/payments.ts';
import { listOwnPurchases } from '@cairn/contracts/http/purchases.ts';
import { exportPayments, listPurchasesOfUser } from '@cairn/contracts/internal/payment.ts';
import { Reply, type Routes } from '@cairn/service-kit/routes.ts';
import { presentAttempt, presentOwnPurchase, presentPurchase } from './purchases.presenter.ts';
import type { Purchases } from './purchases.service.ts';

export function addPurchaseRoutes(routes: Routes, purchases: Purchases): void {
  routes.add(recordPurchase, async ({ body, identity }) => {
    const { purchase, isPending } = await purchases.record({
      userId: identity.userId,
      productId: body.productId,
      intentId: body.paymentIntentId,
    });
    const answer = { purchaseId: purchase.id, status: purchase.status };
    return isPending ? new Reply(202, { ...answer, pending: true as const }) : answer;
  });

  routes.add(listOwnPurchases, async ({ identity }) => {
    const list = await purchases.list(identity.userId);
    return { purchases: list.map(presentOwnPurchase) };
  });

  routes.add(listPurchasesOfUser, async ({ params }) => {
    const list = await purchases.list(params.userId);
    return { purchases: list.map(presentPurchase) };
  });

  routes.add(exportPayments, async ({ params }) => {
    const [list, attempts] = await Promise.all([
      purchases.list(params.userId),
      purchases.listAttempts(params.userId),
    ]);
    return { purchases: list.map(presentOwnPurchase), attempts: attempts.map(presentAttempt) };
  });
}
