import { Router } from 'express';
import type Stripe from 'stripe';
import { z } from 'zod';
import type { StripeAccount } from './account.ts';
import type { MakeEndpoint, StripeCall } from './endpoint.ts';
import { expanded, expandedPage } from './expansion.ts';
import { listPage, listParams } from './lists.ts';
import { readParams, text } from './params.ts';
import {
  CancelParams,
  ConfirmParams,
  CreateParams,
  RetrieveParams,
} from './payment-intent-params.ts';
import { presentToBrowser } from './payment-intent-view.ts';
import {
  cancelPaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  getPaymentIntent,
} from './payment-intents.ts';
import { StripeRefusal } from './refusal.ts';

const ListParams = z.strictObject({
  ...listParams,
  customer: text.optional(),
  expand: z.array(text).optional(),
});

export function paymentIntentRoutes(account: StripeAccount, endpoint: MakeEndpoint): Router {
  const router = Router();
  router.post(
    '/',
    endpoint('secret', ({ params: given, tag }) => {
      const params = readParams(CreateParams, given);
      return () => expanded(account, createPaymentIntent(account, params, tag), params.expand);
    }),
  );
  router.get(
    '/',
    endpoint('secret', ({ params }) => prepareList(account, params)),
  );
  router.get(
    '/:id',
    endpoint('any', (call) => prepareRetrieve(account, call)),
  );
  router.post(
    '/:id/confirm',
    endpoint('any', (call) => prepareConfirm(account, call)),
  );
  router.post(
    '/:id/cancel',
    endpoint('secret', ({ params: given, id, tag }) => {
      const params = readParams(CancelParams, given);
      return () => {
        const intent = cancelPaymentIntent(account, { ...params, id }, tag);
        return expanded(account, intent, params.expand);
      };
    }),
  );
  return router;
}

function prepareList(account: StripeAccount, given: StripeCall['params']): () => object {
  const params = readParams(ListParams, given);
  return () => {
    const entries = account.intents
      .values()
      .filter((intent) => !params.customer || intent.customer === params.customer);
    const source = { kind: 'payment_intent', url: '/v1/payment_intents', entries };
    return expandedPage(account, listPage(source, params), params.expand);
  };
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
