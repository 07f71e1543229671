import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { vi } from 'vitest';
import { createSandbox } from '../app.ts';
import type { Log } from '../log.ts';

export const KEYS = {
  secret: 'sk_test_sandbox_secret',
  publishable: 'pk_test_sandbox_public',
  webhook: 'whsec_sandbox',
  sendgrid: 'SG.sandbox',
  sendgridWebhook: generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }),
  twilio: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'twilio-token' },
};

interface Options {
  stateFile?: string;
  /** HTTP statuses for the first webhook deliveries; later ones get 200. */
  webhookAnswers?: number[];
  retryDelaysMs?: number[];
  followUpDelayMs?: number;
}

export interface RunningSandbox extends AsyncDisposable {
  url: string;
  stripe: Stripe;
  /** Verified events in order of arrival, refused ones included. */
  received: Stripe.Event[];
  /** Webhook calls of SendGrid and Twilio. */
  calls: ProviderCall[];
  logged: string[];
  call: (path: string, options?: RequestInit) => Promise<Response>;
}

export interface ProviderCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Starts a sandbox on a free port with a webhook receiver instead of the gateway. */
export async function runSandbox(options: Options = {}): Promise<RunningSandbox> {
  const received: Stripe.Event[] = [];
  const calls: ProviderCall[] = [];
  const logged: string[] = [];
  const log: Log = (event, fields) => void logged.push(JSON.stringify({ event, ...fields }));
  const receiver = await listen(
    webhookReceiver({ received, calls }, [...(options.webhookAnswers ?? [])]),
  );
  const sandbox = createSandbox(
    {
      port: 0,
      hosts: ['127.0.0.1'],
      allowedHosts: [],
      publicUrl: 'http://cairn.test',
      gatewayUrl: `http://127.0.0.1:${portOf(receiver)}`,
      stripe: {
        secretKey: KEYS.secret,
        publishableKey: KEYS.publishable,
        webhookSecret: KEYS.webhook,
      },
      sendgrid: { apiKey: KEYS.sendgrid, webhookPrivateKey: KEYS.sendgridWebhook.privateKey },
      twilio: KEYS.twilio,
      stateFile: options.stateFile ?? null,
    },
    {
      log,
      retryDelaysMs: options.retryDelaysMs ?? [10, 20, 40, 80],
      ...(options.followUpDelayMs === undefined
        ? {}
        : { followUpDelayMs: options.followUpDelayMs }),
    },
  );
  const server = await listen(sandbox.app);
  const url = `http://127.0.0.1:${portOf(server)}`;
  return {
    url,
    stripe: stripeClient(portOf(server), KEYS.secret),
    received,
    calls,
    logged,
    call: (path, request) => fetch(`${url}${path}`, { redirect: 'manual', ...request }),
    [Symbol.asyncDispose]: async () => {
      sandbox.close();
      await Promise.all([stop(server), stop(receiver)]);
    },
  };
}

/** Retries for long enough for a busy machine. */
export async function until<T>(check: () => T | Promise<T>): Promise<T> {
  return await vi.waitFor(check, { timeout: 10_000, interval: 10 });
}

export function stripeClient(port: number, key: string): Stripe {
  return new Stripe(key, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 });
}

/** Calls like stripe.js: the publishable key and the client secret are parameters. */
export async function browserCall(
  sandbox: RunningSandbox,
  path: string,
  params: Record<string, string>,
): Promise<Response> {
  const body = new URLSearchParams({ key: KEYS.publishable, ...params });
  return await sandbox.call(path, { method: 'POST', body });
}

/** The error that the SDK throws for a refused call. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.StripeRawError> {
  const error: unknown = await call.then(
    () => new Error('the call was not refused'),
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) {
    return { ...(error.raw as Stripe.StripeRawError), statusCode: error.statusCode ?? 0 };
  }
  throw error;
}

function webhookReceiver(
  { received, calls }: Pick<RunningSandbox, 'received' | 'calls'>,
  answers: number[],
): RequestListener {
  return async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    if (!req.url?.endsWith('/stripe')) {
      const body = Buffer.concat(chunks).toString();
      calls.push({ path: req.url ?? '', headers: req.headers, body });
      return void res.writeHead(answers.shift() ?? 200).end();
    }
    const signature = String(req.headers['stripe-signature']);
    const body = Buffer.concat(chunks);
    received.push(new Stripe('sk_unused').webhooks.constructEvent(body, signature, KEYS.webhook));
    res.writeHead(answers.shift() ?? 200).end();
  };
}

async function listen(handler: RequestListener): Promise<Server> {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
