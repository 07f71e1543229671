import { json, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { NO_REQUEST, type StripeAccount } from './account.ts';
import {
  type ChargeReference,
  CompleteRefundBody,
  OpenDisputeBody,
  ResolveDisputeBody,
} from './dispute-params.ts';
import { openDispute, resolveDispute } from './disputes.ts';
import { completeRefund } from './refunds.ts';
import { StripeRefusal } from './refusal.ts';

/** Actions of cardholders and banks, which Stripe's API does not have. */
export function bankActionRoutes(account: StripeAccount, log: Log): Router {
  const router = Router();
  router.post(
    '/disputes',
    json(),
    doing(log, OpenDisputeBody, ({ which, ...request }) =>
      openDispute(account, { ...request, charge: chargeIdOf(account, which) }, NO_REQUEST),
    ),
  );
  router.post(
    '/disputes/:id/close',
    json(),
    doing(log, ResolveDisputeBody, ({ outcome }, id) =>
      resolveDispute(account, { id, outcome }, NO_REQUEST),
    ),
  );
  router.post(
    '/refunds/:id/settle',
    json(),
    doing(log, CompleteRefundBody, ({ outcome }, id) =>
      completeRefund(account, { id, outcome }, NO_REQUEST),
    ),
  );
  return router;
}

type Act<T> = (body: T, id: string) => { id: string; object: string; status: string | null };

function doing<S extends z.ZodType>(log: Log, schema: S, act: Act<z.output<S>>): RequestHandler {
  return (req, res) => {
    const body = schema.safeParse(req.body);
    if (!body.success) return void res.status(400).json({ error: z.prettifyError(body.error) });
    try {
      const done = act(body.data, String(req.params['id'] ?? ''));
      log(`stripe.${done.object}`, { id: done.id, status: done.status });
      res.json(done);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      res.status(error.status).json({ error: error.message });
    }
  };
}

function chargeIdOf(account: StripeAccount, which: ChargeReference): string {
  if ('charge' in which) return which.charge;
  return String(account.intents.get(which.payment_intent)?.latest_charge ?? which.payment_intent);
}
