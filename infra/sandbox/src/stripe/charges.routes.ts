import { Router } from 'express';
import { z } from 'zod';
import type { StripeAccount } from './account.ts';
import type { MakeEndpoint } from './endpoint.ts';
import { expanded, expandedPage } from './expansion.ts';
import { listPage, listParams } from './lists.ts';
import { readParams, text } from './params.ts';
import { RetrieveParams } from './payment-intent-params.ts';
import { missing } from './refusal.ts';

const ListParams = z.strictObject({
  ...listParams,
  customer: text.optional(),
  payment_intent: text.optional(),
  expand: z.array(text).optional(),
});

export function chargeRoutes(account: StripeAccount, endpoint: MakeEndpoint): Router {
  const router = Router();
  router.get(
    '/',
    endpoint('secret', ({ params: given }) => {
      const params = readParams(ListParams, given);
      return () => {
        const entries = account.charges
          .values()
          .filter((charge) => !params.customer || charge.customer === params.customer)
          .filter(
            (charge) => !params.payment_intent || charge.payment_intent === params.payment_intent,
          );
        const page = listPage({ kind: 'charge', url: '/v1/charges', entries }, params);
        return expandedPage(account, page, params.expand);
      };
    }),
  );
  router.get(
    '/:id',
    endpoint('secret', ({ params: given, id }) => {
      const params = readParams(RetrieveParams, given);
      return () => {
        const charge = account.charges.get(id);
        if (!charge) throw missing('charge', id);
        return expanded(account, charge, params.expand);
      };
    }),
  );
  return router;
}
