import { type ErrorRequestHandler, type RequestHandler, Router, urlencoded } from 'express';
import { z } from 'zod';
import { InjectedFailure, InjectedHang } from '../faults/faults.ts';
import type { Log } from '../log.ts';
import type { StripeAccount } from './account.ts';
import { chargeRoutes } from './charges.routes.ts';
import { disputeRoutes } from './disputes.routes.ts';
import {
  type EndpointOptions,
  endpointsOf,
  identifyRequest,
  type MakeEndpoint,
} from './endpoint.ts';
import { listPage, listParams } from './lists.ts';
import { readParams, text } from './params.ts';
import { paymentIntentRoutes } from './payment-intents.routes.ts';
import { PaymentMethodParams } from './payment-method-params.ts';
import { createPaymentMethod, getPaymentMethod } from './payment-methods.ts';
import { refundRoutes } from './refunds.routes.ts';
import { missing, StripeRefusal, unrecognizedUrl } from './refusal.ts';
import { warningRoutes } from './warnings.routes.ts';
import { webhookEndpointRoutes } from './webhook-endpoints.routes.ts';

export function stripeRoutes(options: EndpointOptions, log: Log): Router {
  const router = Router();
  const endpoint = endpointsOf(options);
  router.use(logged(log));
  router.use(urlencoded({ extended: true, limit: '200kb' }));
  router.use('/payment_intents', paymentIntentRoutes(options.account, endpoint));
  router.use('/payment_methods', paymentMethodRoutes(options.account, endpoint));
  router.use('/refunds', refundRoutes(options.account, endpoint));
  router.use('/charges', chargeRoutes(options.account, endpoint));
  router.use('/disputes', disputeRoutes(options.account, endpoint));
  router.use('/radar/early_fraud_warnings', warningRoutes(options.account, endpoint));
  router.use('/webhook_endpoints', webhookEndpointRoutes(options.webhookUrl, endpoint));
  router.use('/events', eventRoutes(options.account, endpoint));
  router.use((req) => {
    throw unrecognizedUrl(req.method, `${req.baseUrl}${req.path}`);
  });
  router.use(refuse(log));
  return router;
}

function paymentMethodRoutes(account: StripeAccount, endpoint: MakeEndpoint): Router {
  const router = Router();
  router.post(
    '/',
    endpoint('any', ({ params: given }) => {
      const params = readParams(PaymentMethodParams, given);
      return () => createPaymentMethod(account, params);
    }),
  );
  router.get(
    '/:id',
    endpoint(
      'secret',
      ({ id }) =>
        () =>
          getPaymentMethod(account, id),
    ),
  );
  return router;
}

const EventListParams = z.strictObject({
  ...listParams,
  type: text.optional(),
  types: z.array(text).optional(),
});

function eventRoutes(account: StripeAccount, endpoint: MakeEndpoint): Router {
  const router = Router();
  router.get(
    '/',
    endpoint('secret', ({ params: given }) => {
      const params = readParams(EventListParams, given);
      const types = params.type ? [params.type] : params.types;
      return () => {
        const entries = account.events
          .values()
          .filter((event) => !types || types.includes(event.type));
        return listPage({ kind: 'event', url: '/v1/events', entries }, params);
      };
    }),
  );
  router.get(
    '/:id',
    endpoint('secret', ({ id }) => () => {
      const event = account.events.get(id);
      if (!event) throw missing('event', id);
      return event;
    }),
  );
  return router;
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
