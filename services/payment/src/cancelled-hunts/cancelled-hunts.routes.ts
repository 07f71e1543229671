import { getHuntRefunds } from '@cairn/contracts/http/hunt-cancellations.ts';
import type { Routes } from '@cairn/service-kit/routes.ts';
import type { CancelledHunts } from './cancelled-hunts.service.ts';

export function addCancelledHuntRoutes(routes: Routes, cancelledHunts: CancelledHunts): void {
  routes.add(getHuntRefunds, ({ params }) => cancelledHunts.readRefunds(params.id));
}
