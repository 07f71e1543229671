import { Router } from 'express';
import type { StripeAccount } from './account.ts';
import type { MakeEndpoint } from './endpoint.ts';
import { expanded, expandedPage } from './expansion.ts';
import { listPage } from './lists.ts';
import { readParams } from './params.ts';
import { RetrieveParams } from './payment-intent-params.ts';
import { ListOfChargeParams, RefundCreateParams, RefundUpdateParams } from './refund-params.ts';
import { createRefund, getRefund, updateRefund } from './refunds.ts';

export function refundRoutes(account: StripeAccount, endpoint: MakeEndpoint): Router {
  const router = Router();
  router.post(
    '/',
    endpoint('secret', ({ params: given, tag }) => {
      const params = readParams(RefundCreateParams, given);
      return () => expanded(account, createRefund(account, params, tag), params.expand);
    }),
  );
  router.get(
    '/',
    endpoint('secret', ({ params: given }) => {
      const params = readParams(ListOfChargeParams, given);
      return () => {
        const entries = account.refunds
          .values()
          .filter((refund) => !params.charge || refund.charge === params.charge)
          .filter((refund) => isOfIntent(refund, params.payment_intent));
        const page = listPage({ kind: 'refund', url: '/v1/refunds', entries }, params);
        return expandedPage(account, page, params.expand);
      };
    }),
  );
  router.get(
    '/:id',
    endpoint('secret', ({ params: given, id }) => {
      const params = readParams(RetrieveParams, given);
      return () => expanded(account, getRefund(account, id), params.expand);
    }),
  );
  router.post(
    '/:id',
    endpoint('secret', ({ params: given, id, tag }) => {
      const params = readParams(RefundUpdateParams, given);
      return () => expanded(account, updateRefund(account, { ...params, id }, tag), params.expand);
    }),
  );
  return router;
}

function isOfIntent(entry: { payment_intent: unknown }, wanted: string | undefined): boolean {
  return !wanted || entry.payment_intent === wanted;
}
