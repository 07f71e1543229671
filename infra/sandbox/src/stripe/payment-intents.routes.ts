import { Router } from 'express';
import type Stripe from 'stripe';
import type { StripeAccount } from './account.ts';
import type { MakeEndpoint, StripeCall } from './endpoint.ts';
import { expanded } from './expansion.ts';
import { type ObjectEndpoints, RetrieveParams } from './object-endpoints.ts';
import { readParams } from './params.ts';
import { CancelParams, ConfirmParams, CreateParams } from './payment-intent-params.ts';
import { presentToBrowser } from './payment-intent-view.ts';
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  getPaymentIntent,
} from './payment-intents.ts';
import { StripeRefusal } from './refusal.ts';

export function paymentIntentRoutes(
  account: StripeAccount,
  endpoint: MakeEndpoint,
  { list, change }: ObjectEndpoints,
): Router {
  const { intents: entries } = account;
  const filters = { customer: 'customer' } as const;
  const create = change(CreateParams, (params, { tag }) =>
    createPaymentIntent(account, params, tag),
  );
  const cancel = change(CancelParams, (params, { id, tag }) =>
    cancelPaymentIntent(account, { ...params, id }, tag),
  );
  const retrieve = endpoint('any', (call) => prepareRetrieve(account, call));
  const confirm = endpoint('any', (call) => prepareConfirm(account, call));
  return Router()
    .get('/', list({ kind: 'payment_intent', path: 'payment_intents', entries, filters }))
    .get('/:id', retrieve)
    .post('/', create)
    .post('/:id/confirm', confirm)
    .post('/:id/cancel', cancel);
}

function prepareRetrieve(account: StripeAccount, call: StripeCall): () => object {
  const params = readParams(RetrieveParams, call.params);
  return () => {
    assertClientSecret(account, call);
    return present(account, { call, intent: getPaymentIntent(account, call.id) }, params.expand);
  };
}

function prepareConfirm(account: StripeAccount, call: StripeCall): () => object {
  const params = readParams(ConfirmParams, call.params);
  return () => {
    assertClientSecret(account, call);
    try {
      const intent = confirmPaymentIntent(account, { ...params, id: call.id }, call.tag);
      return present(account, { call, intent }, params.expand);
    } catch (error) {
      throw call.caller === 'publishable' ? reducedRefusal(error) : error;
    }
  };
}

interface Shown {
  call: StripeCall;
  intent: Stripe.PaymentIntent;
}

function present(account: StripeAccount, { call, intent }: Shown, expand?: string[]): object {
  const shown = expanded(account, intent, expand);
  return call.caller === 'publishable' ? presentToBrowser(shown) : shown;
}

function reducedRefusal(error: unknown): unknown {
  if (!(error instanceof StripeRefusal) || !error.body.payment_intent) return error;
  const intent = presentToBrowser(error.body.payment_intent) as Stripe.PaymentIntent;
  return new StripeRefusal(error.status, { ...error.body, payment_intent: intent });
}

/** A publishable key requires the intent's client secret; with a secret key it is optional. */
function assertClientSecret(account: StripeAccount, call: StripeCall): void {
  if (call.caller === 'secret' && call.clientSecret === undefined) return;
  if (call.clientSecret === undefined) {
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      code: 'parameter_missing',
      message: 'Missing required param: client_secret.',
      param: 'client_secret',
    });
  }
  const intent = account.intents.get(call.id);
  if (intent?.client_secret === call.clientSecret) return;
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message:
      'The client_secret provided does not match any associated PaymentIntent on this account. ' +
      'Ensure the publishable key used belongs to the same account that created the PaymentIntent.',
    param: 'intent',
  });
}
