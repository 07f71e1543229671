import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { createSandbox } from '../../../infra/sandbox/src/app.ts';

const UNUSED = {
  sendgrid: { apiKey: 'SG.unused', webhookPrivateKey: 'unused' },
  twilio: { accountSid: `AC${'0'.repeat(32)}`, authToken: 'unused' },
};

export const STRIPE_SECRET_KEY = 'sk_test_cairn';
export const WEBHOOK_SECRETS = ['whsec_old', 'whsec_new'] as const;

export type StripeSandbox = {
  url: string;
  /** A client with the secret key, for intents that payment did not create. */
  stripe: Stripe;
  /** Sets the webhook URL. Without one, no webhook is sent. */
  sendWebhooksTo(url: string): Promise<void>;
  setFaults(faults: Record<string, unknown>): Promise<void>;
  /** Actions of a cardholder or bank by the sandbox's control routes. Returns the object's id. */
  dispute(intentId: string): Promise<string>;
  closeDispute(id: string, outcome: 'won' | 'lost'): Promise<void>;
  settleRefund(id: string, outcome: 'succeeded' | 'failed'): Promise<void>;
  clearFaults(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the sandbox on a free port. */
export async function startStripeSandbox(): Promise<StripeSandbox> {
  let receiver = '';
  const gateway = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const answer = await fetch(`${receiver}${request.url}`, {
        method: 'POST',
        headers: { 'stripe-signature': String(request.headers['stripe-signature']) },
        body: Buffer.concat(chunks),
      });
      response.writeHead(answer.status).end();
    });
  });
  const sandbox = createSandbox(
    {
      port: 0,
      hosts: ['127.0.0.1'],
      allowedHosts: [],
      publicUrl: 'http://localhost',
      gatewayUrl: await listen(gateway),
      stripe: {
        secretKey: STRIPE_SECRET_KEY,
        publishableKey: 'pk_test_cairn',
        webhookSecret: WEBHOOK_SECRETS[1],
      },
      ...UNUSED,
      stateFile: null,
    },
    { log: () => {} },
  );
  const server = createServer(sandbox.app);
  const url = await listen(server);
  const setFaults = async (faults: Record<string, unknown>) => {
    const body = JSON.stringify({ provider: 'stripe', webhooks: { drop: true }, ...faults });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/faults`, { method: 'PUT', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  };
  await setFaults({});
  const post = async (path: string, json: unknown) => {
    const body = JSON.stringify(json);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { id: string };
  };
  const { hostname, port } = new URL(url);
  return {
    url,
    stripe: new Stripe(STRIPE_SECRET_KEY, {
      host: hostname,
      port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
    }),
    setFaults,
    dispute: async (intentId) => (await post('/disputes', { payment_intent: intentId })).id,
    async closeDispute(id, outcome) {
      await post(`/disputes/${id}/close`, { outcome });
    },
    async settleRefund(id, outcome) {
      await post(`/refunds/${id}/settle`, { outcome });
    },
    clearFaults: () => setFaults({}),
    async sendWebhooksTo(address) {
      receiver = address;
      await setFaults({ webhooks: { drop: false } });
    },
    async stop() {
      sandbox.close();
      for (const each of [server, gateway]) {
        each.closeAllConnections();
        await new Promise((resolve) => each.close(resolve));
      }
    },
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
