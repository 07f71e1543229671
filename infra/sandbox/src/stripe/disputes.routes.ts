import { Router } from 'express';
import type { StripeAccount } from './account.ts';
import { DisputeUpdateParams } from './dispute-params.ts';
import { getDispute, resolveDispute, updateDispute } from './disputes.ts';
import type { MakeEndpoint } from './endpoint.ts';
import { expanded, expandedPage } from './expansion.ts';
import { listPage } from './lists.ts';
import { readParams } from './params.ts';
import { RetrieveParams } from './payment-intent-params.ts';
import { ListOfChargeParams } from './refund-params.ts';

export function disputeRoutes(account: StripeAccount, endpoint: MakeEndpoint): Router {
  const router = Router();
  router.get(
    '/',
    endpoint('secret', ({ params: given }) => {
      const params = readParams(ListOfChargeParams, given);
      return () => {
        const { charge, payment_intent: intent } = params;
        const entries = account.disputes
          .values()
          .filter((dispute) => !charge || dispute.charge === charge)
          .filter((dispute) => !intent || dispute.payment_intent === intent);
        const page = listPage({ kind: 'dispute', url: '/v1/disputes', entries }, params);
        return expandedPage(account, page, params.expand);
      };
    }),
  );
  router.get(
    '/:id',
    endpoint('secret', ({ params: given, id }) => {
      const params = readParams(RetrieveParams, given);
      return () => expanded(account, getDispute(account, id), params.expand);
    }),
  );
  router.post(
    '/:id',
    endpoint('secret', ({ params: given, id, tag }) => {
      const params = readParams(DisputeUpdateParams, given);
      return () => expanded(account, updateDispute(account, { ...params, id }, tag), params.expand);
    }),
  );
  router.post(
    '/:id/close',
    endpoint('secret', ({ params: given, id, tag }) => {
      const params = readParams(RetrieveParams, given);
      return () => {
        const lost = resolveDispute(account, { id, outcome: 'lost' }, tag);
        return expanded(account, lost, params.expand);
      };
    }),
  );
  return router;
}
