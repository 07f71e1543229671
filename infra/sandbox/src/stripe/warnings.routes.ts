import { Router } from 'express';
import { z } from 'zod';
import type { StripeAccount } from './account.ts';
import type { MakeEndpoint } from './endpoint.ts';
import { listPage, listParams } from './lists.ts';
import { readParams, text } from './params.ts';
import { getWarning, listWarnings } from './warnings.ts';

const ListParams = z.strictObject({
  ...listParams,
  charge: text.optional(),
  payment_intent: text.optional(),
});

export function warningRoutes(account: StripeAccount, endpoint: MakeEndpoint): Router {
  const router = Router();
  router.get(
    '/',
    endpoint('secret', ({ params: given }) => {
      const params = readParams(ListParams, given);
      return () => {
        const { charge, payment_intent: intent } = params;
        const entries = listWarnings(account)
          .filter((warning) => !charge || warning.charge === charge)
          .filter((warning) => !intent || warning.payment_intent === intent);
        const url = '/v1/radar/early_fraud_warnings';
        return listPage({ kind: 'early_fraud_warning', url, entries }, params);
      };
    }),
  );
  router.get(
    '/:id',
    endpoint(
      'secret',
      ({ id }) =>
        () =>
          getWarning(account, id),
    ),
  );
  return router;
}
