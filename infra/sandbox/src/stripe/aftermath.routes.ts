import { json, type RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { Log } from '../log.ts';
import { NO_REQUEST, type StripeAccount } from './account.ts';
import {
  DecideDisputeBody,
  OpenDisputeBody,
  SettleRefundBody,
  type TheCharge,
} from './dispute-params.ts';
import { decideDispute, openDispute } from './disputes.ts';
import { settleRefund } from './refunds.ts';
import { StripeRefusal } from './refusal.ts';

/** What cardholders and banks do; the sandbox's own routes, as no call of Stripe's does it. */
export function aftermathRoutes(account: StripeAccount, log: Log): Router {
  const router = Router();
  router.post(
    '/disputes',
    json(),
    doing(log, OpenDisputeBody, ({ which, ...complaint }) =>
      openDispute(account, { ...complaint, charge: chargeIdOf(account, which) }, NO_REQUEST),
    ),
  );
  router.post(
    '/disputes/:id/close',
    json(),
    doing(log, DecideDisputeBody, ({ outcome }, id) =>
      decideDispute(account, { id, outcome }, NO_REQUEST),
    ),
  );
  router.post(
    '/refunds/:id/settle',
    json(),
    doing(log, SettleRefundBody, ({ outcome }, id) =>
      settleRefund(account, { id, outcome }, NO_REQUEST),
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

function chargeIdOf(account: StripeAccount, which: TheCharge): string {
  if ('charge' in which) return which.charge;
  return String(account.intents.get(which.payment_intent)?.latest_charge ?? which.payment_intent);
}
