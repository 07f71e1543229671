import { type ErrorRequestHandler, type RequestHandler, Router, urlencoded } from 'express';
import type Stripe from 'stripe';
import { InjectedFailure, InjectedHang } from '../faults/faults.ts';
import { nowInSeconds } from '../ids.ts';
import type { Log } from '../log.ts';
import { API_VERSION, type StripeAccount } from './account.ts';
import { disputeRoutes } from './disputes.routes.ts';
import {
  type EndpointOptions,
  endpointsOf,
  identifyRequest,
  type MakeEndpoint,
} from './endpoint.ts';
import { type ObjectEndpoints, objectEndpoints } from './object-endpoints.ts';
import { readParams } from './params.ts';
import { paymentIntentRoutes } from './payment-intents.routes.ts';
import { PaymentMethodParams } from './payment-method-params.ts';
import { createPaymentMethod, getPaymentMethod } from './payment-methods.ts';
import { refundRoutes } from './refunds.routes.ts';
import { StripeRefusal, unrecognizedUrl } from './refusal.ts';
import { currentWarnings } from './warnings.ts';

export function stripeRoutes(options: EndpointOptions, log: Log): Router {
  const { account } = options;
  const router = Router();
  const endpoint = endpointsOf(options);
  const objects = objectEndpoints(account, endpoint);
  router.use(logged(log));
  router.use(urlencoded({ extended: true, limit: '200kb' }));
  router.use('/payment_intents', paymentIntentRoutes(account, endpoint, objects));
  router.use('/payment_methods', paymentMethodRoutes(account, endpoint));
  router.use('/refunds', refundRoutes(account, objects));
  router.use('/disputes', disputeRoutes(account, objects));
  router.use('/charges', chargeRoutes(account, objects));
  router.use('/radar/early_fraud_warnings', warningRoutes(account, objects));
  router.use('/webhook_endpoints', webhookEndpointRoutes(options.webhookUrl, objects));
  router.use('/events', eventRoutes(account, objects));
  router.use((req) => {
    throw unrecognizedUrl(req.method, `${req.baseUrl}${req.path}`);
  });
  router.use(refuse(log));
  return router;
}

function paymentMethodRoutes(account: StripeAccount, endpoint: MakeEndpoint): Router {
  const create = endpoint('any', ({ params: given }) => {
    const params = readParams(PaymentMethodParams, given);
    return () => createPaymentMethod(account, params);
  });
  const retrieve = endpoint('secret', (call) => () => getPaymentMethod(account, call.id));
  return Router().post('/', create).get('/:id', retrieve);
}

function chargeRoutes({ charges }: StripeAccount, { read }: ObjectEndpoints): Router {
  const filters = { customer: 'customer', payment_intent: 'payment_intent' } as const;
  return read({ kind: 'charge', path: 'charges', entries: charges, filters });
}

function warningRoutes(account: StripeAccount, { read }: ObjectEndpoints): Router {
  const filters = { charge: 'charge', payment_intent: 'payment_intent' } as const;
  const path = 'radar/early_fraud_warnings';
  return read({ kind: 'early_fraud_warning', path, entries: currentWarnings(account), filters });
}

function eventRoutes({ events }: StripeAccount, { read }: ObjectEndpoints): Router {
  const filters = { type: 'type', types: 'type' } as const;
  return read({ kind: 'event', path: 'events', entries: events, filters });
}

/** The configured webhook endpoint; like Stripe, list and retrieve never return its secret. */
function webhookEndpointRoutes(url: string, { read }: ObjectEndpoints): Router {
  const only: Stripe.WebhookEndpoint = {
    id: 'we_1sandbox',
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: nowInSeconds(),
    description: null,
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  };
  const entries = {
    values: () => [only],
    get: (id: string) => (id === only.id ? only : undefined),
  };
  return read({ kind: 'webhook endpoint', path: 'webhook_endpoints', entries });
}

function logged(log: Log): RequestHandler {
  return (req, res, next) => {
    const requestId = identifyRequest(res);
    const path = `${req.baseUrl}${req.path}`;
    res.on('close', () => {
      const status = res.writableFinished ? res.statusCode : 'unanswered';
      log('stripe.request', { requestId, method: req.method, path, status });
    });
    next();
  };
}

function refuse(log: Log): ErrorRequestHandler {
  return (error, req, res, _next) => {
    if (error instanceof InjectedHang) return void req.socket.destroy();
    const refusal = asRefusal(error);
    if (refusal.status === 500) log('stripe.fault', { message: String(error) });
    res.status(refusal.status).json({ error: refusal.body });
  };
}

function asRefusal(error: unknown): StripeRefusal {
  if (error instanceof StripeRefusal) return error;
  if (error instanceof InjectedFailure) return injectedFailure(error.status);
  const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
  if (status >= 400 && status < 500) {
    return new StripeRefusal(400, { type: 'invalid_request_error', message: 'Invalid request.' });
  }
  return injectedFailure(500);
}

function injectedFailure(status: number): StripeRefusal {
  if (status === 429) {
    return new StripeRefusal(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message:
        'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
    });
  }
  return new StripeRefusal(status, {
    type: 'api_error',
    message: 'An unknown error occurred',
  });
}
