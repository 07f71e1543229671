import type { Router } from 'express';
import type { StripeAccount } from './account.ts';
import { DisputeUpdateParams } from './dispute-params.ts';
import { resolveDispute, updateDispute } from './disputes.ts';
import { type ObjectEndpoints, RetrieveParams } from './object-endpoints.ts';

export function disputeRoutes(account: StripeAccount, { read, change }: ObjectEndpoints): Router {
  const update = change(DisputeUpdateParams, (params, { id, tag }) =>
    updateDispute(account, { ...params, id }, tag),
  );
  const close = change(RetrieveParams, (_params, { id, tag }) =>
    resolveDispute(account, { id, outcome: 'lost' }, tag),
  );
  return read({
    kind: 'dispute',
    path: 'disputes',
    entries: account.disputes,
    filters: { charge: 'charge', payment_intent: 'payment_intent' },
    param: 'dispute',
  })
    .post('/:id', update)
    .post('/:id/close', close);
}
