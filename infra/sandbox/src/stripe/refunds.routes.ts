import type { Router } from 'express';
import type { StripeAccount } from './account.ts';
import type { ObjectEndpoints } from './object-endpoints.ts';
import { RefundCreateParams, RefundUpdateParams } from './refund-params.ts';
import { createRefund, updateRefund } from './refunds.ts';

export function refundRoutes(account: StripeAccount, { read, change }: ObjectEndpoints): Router {
  const create = change(RefundCreateParams, (params, { tag }) =>
    createRefund(account, params, tag),
  );
  const update = change(RefundUpdateParams, (params, { id, tag }) =>
    updateRefund(account, { ...params, id }, tag),
  );
  return read({
    kind: 'refund',
    path: 'refunds',
    entries: account.refunds,
    filters: { charge: 'charge', payment_intent: 'payment_intent' },
  })
    .post('/', create)
    .post('/:id', update);
}
