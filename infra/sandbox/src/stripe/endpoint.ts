import type { Request, RequestHandler, Response } from 'express';
import { disconnectSignal } from '../caller.ts';
import type { FaultBoard } from '../faults/faults.ts';
import { newId } from '../ids.ts';
import { API_VERSION, type RequestTag, type StripeAccount } from './account.ts';
import { type Caller, identifyCaller, type StripeKeys, secretKeyRequired } from './caller-keys.ts';
import { IdempotencyKeys, type KeyedCall, type Outcome, type Reply } from './idempotency.ts';
import { StripeRefusal } from './refusal.ts';

export interface StripeCall {
  caller: Caller;
  /** Query or body without the parameters that stripe.js adds about itself. */
  params: Record<string, unknown>;
  clientSecret: string | undefined;
  id: string;
  requestId: string;
  tag: RequestTag;
}

/** Validates immediately; the returned function runs under the idempotency key. */
export type Prepare = (call: StripeCall) => () => object;

export interface EndpointOptions {
  keys: StripeKeys;
  account: StripeAccount;
  faults: FaultBoard;
  webhookUrl: string;
}

export type MakeEndpoint = (who: 'any' | 'secret', prepare: Prepare) => RequestHandler;

export function endpointsOf(options: EndpointOptions): MakeEndpoint {
  const idempotency = new IdempotencyKeys(options.account.replies);
  return (who, prepare) => async (req, res) => {
    const call = readCall(req, res, identifyCaller(req, options.keys));
    if (who === 'secret' && call.caller !== 'secret') throw secretKeyRequired();
    const keyed = keyedCall(req, call);
    idempotency.check(keyed);
    const act = prepare(call);
    const gone = disconnectSignal(req, res);
    const outcome = await idempotency.run(keyed, async () => {
      await options.faults.beforeCall('stripe', gone);
      return replyOf(act);
    });
    await options.faults.beforeAnswer('stripe', gone);
    send(res, outcome, keyed.key);
  };
}

export function identifyRequest(res: Response): string {
  const id = newId('req_', 14);
  res.locals['requestId'] = id;
  res.set({ 'Request-Id': id, 'Stripe-Version': API_VERSION, 'Cache-Control': 'no-store' });
  return id;
}

function readCall(req: Request, res: Response, caller: Caller): StripeCall {
  const given: Record<string, unknown> = req.method === 'GET' ? req.query : (req.body ?? {});
  const { key: _key, client_secret: clientSecret, ...params } = given;
  const requestId: string = res.locals['requestId'];
  return {
    caller,
    params,
    clientSecret: typeof clientSecret === 'string' ? clientSecret : undefined,
    id: String(req.params['id'] ?? ''),
    requestId,
    tag: { id: requestId, idempotencyKey: req.get('idempotency-key') ?? null },
  };
}

function keyedCall(req: Request, call: StripeCall): KeyedCall {
  const key = req.method === 'POST' ? (call.tag.idempotencyKey ?? undefined) : undefined;
  if (key && key.length > 255) {
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      message: 'Idempotency keys can be at most 255 characters long.',
    });
  }
  return { key, path: req.path, params: req.body ?? {}, requestId: call.requestId };
}

function replyOf(act: () => object): Reply {
  try {
    return { status: 200, body: act() };
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return { status: error.status, body: { error: error.body } };
  }
}

function send(res: Response, outcome: Outcome, key: string | undefined): void {
  if (key) res.set({ 'Idempotency-Key': key, 'Original-Request': res.locals['requestId'] });
  if (outcome.originalRequest) {
    res.set({ 'Idempotent-Replayed': 'true', 'Original-Request': outcome.originalRequest });
  }
  res.status(outcome.status).json(outcome.body);
}
