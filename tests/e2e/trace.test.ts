import { randomBytes, randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../infra/local/invariants/check-invariants.ts';
import { findTraceLines } from '../../infra/local/trace-log.ts';
import { createClient } from '../support/http.ts';
import {
  createPlayer,
  findProduct,
  findVerificationLink,
  pay,
  recordPurchase,
} from '../support/player.ts';
import { noteSent, readUsed } from '../support/used-data.ts';
import { findSecrets } from './log-secrets.ts';
import { findUsed, readInbox } from './used-in-logs.ts';

const site = inject('site');
const inside = inject('inside');
/** Used by this file only, since limits count by address. */
const ADDRESS = '127.0.53.1';

const LEAKS: [what: string, line: string][] = [
  ['an address', '{"msg":"x","to":"ann.b+c@mail.example.com"}'],
  ['a phone number', '{"msg":"x","to":"+18025550123"}'],
  ['a login token', '{"authorization":"Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.abc"}'],
  ['a link’s token', '{"path":"/verify-email?token=abcdef"}'],
  ['a client secret', '{"err":"pi_123_secret_456"}'],
  ['a key of a provider', '{"key":"sk_test_1234567890"}'], // gitleaks:allow
  ['a private key', '-----BEGIN PRIVATE KEY-----'],
  ['a password of a database', '{"url":"postgres://cairn_auth:hunter2@localhost/cairn"}'],
  ['a card number', '{"card":"4242424242424242"}'],
  ['a secret of this installation', '{"x":"of-this-installation"}'],
];

const PURCHASE_TRACE = [
  'gateway request.completed',
  'payment purchase.recorded',
  'payment request.completed',
  'payment event.published',
  'catalog request.completed',
  'catalog event.applied',
  'catalog event.duplicate',
  'auth event.applied',
  'auth event.duplicate',
  'notification event.applied',
  'worker delivery.sent',
];

/** The page and the webhook both report a purchase; returns the trace of the one that recorded it. */
function tracePurchase(purchaseId: string): string[] {
  const trace = findTraceLines(inside.logs, purchaseId);
  const recorded = trace.find(({ msg }) => msg === 'purchase.recorded');
  return (
    trace
      .filter((line) => line.traceId === recorded?.traceId)
      // The trace also holds hunt.updated, whose lines come at any moment.
      .filter(({ type }) => type === undefined || type === 'purchase.recorded')
      .map(({ service, msg }) => `${service} ${msg}`)
  );
}

function isInTrace(id: string, wanted: object): boolean {
  return findTraceLines(inside.logs, id).some((line) =>
    Object.entries(wanted).every(([name, value]) => isDeepStrictEqual(line[name], value)),
  );
}

describe('one trace over all processes', () => {
  it('a purchase has one trace id from the gateway over services and events to the mail', async () => {
    const player = await createPlayer(site, ADDRESS);
    const product = await findProduct(player.client, 'vt-troll-hunt');
    const answer = await recordPurchase(player, product, await pay(site, player, product));
    expect(answer.status).toBe(200);
    const logged = await waitUntil(
      () => {
        const lines = tracePurchase((answer.body as { purchaseId: string }).purchaseId);
        return PURCHASE_TRACE.every((line) => lines.includes(line)) ? lines : null;
      },
      { timeoutMs: 60_000, what: 'the whole trace of a purchase' },
    );
    const inOrder = [
      'gateway request.completed',
      'payment event.published',
      'notification event.applied',
      'worker delivery.sent',
    ];
    expect(logged.filter((line) => inOrder.includes(line))).toEqual(inOrder);
    const metrics = await (await fetch(`${inside.urls.payment}/metrics`)).text();
    expect(metrics).toMatch(/^purchases_total\{[^}]*status="completed"[^}]*\} [1-9]/m);
  });

  it('the second report of a purchase is found by the ids of purchase and payment', async () => {
    const player = await createPlayer(site, ADDRESS);
    const product = await findProduct(player.client, 'porter-stash');
    const intentId = await pay(site, player, product);
    const { body } = await recordPurchase(player, product, intentId);
    const { headers } = await recordPurchase(player, product, intentId);
    const [, traceId = ''] = String(headers['traceparent']).split('-');
    await waitUntil(() => isInTrace((body as { purchaseId: string }).purchaseId, { traceId }), {
      what: 'the second request in the trace of the purchase',
    });
    const req = { method: 'POST', path: '/api/create-payment-intent' };
    await waitUntil(() => isInTrace(intentId, { traceId }) && isInTrace(intentId, { req }), {
      what: 'the whole trace of a payment',
    });
  });

  it('a sign-up has one trace id over Kafka, the delivery ledger and the queue', async () => {
    const answer = await createClient(site.url, ADDRESS).post('/api/auth/signup', {
      email: `story-${randomBytes(6).toString('hex')}@example.com`,
      password: randomBytes(12).toString('base64'),
    });
    expect(answer.status).toBe(201);
    const trace = await whenSent(String(answer.headers['x-request-id']), 'verification');
    const [, traceId = ''] = String(answer.headers['traceparent']).split('-');
    // A process may still be writing its log lines.
    await waitUntil(
      () => {
        const byRequest = findTraceLines(inside.logs, String(answer.headers['x-request-id']));
        return isDeepStrictEqual(findTraceLines(inside.logs, traceId), byRequest);
      },
      { what: 'the same trace by its trace id as by its request id' },
    );
    const services = trace.map(({ service }) => service);
    expect([...new Set(services)].sort()).toEqual(['auth', 'gateway', 'notification', 'worker']);
  });

  it('requests that a limit refuses are counted by its name', async () => {
    const client = createClient(site.url, '127.0.53.2');
    const guess = () =>
      client.post('/api/auth/login', { email: 'unknown@example.com', password: 'wrong-password' });
    await waitUntil(async () => (await guess()).status === 429, { what: 'a refusal' });
    const metrics = await (await fetch(`${inside.gatewayMetrics}/metrics`)).text();
    expect(metrics).toMatch(/^limits_hit_total\{[^}]*limit="login[^}]*\} [1-9]/m);
  });
});

describe('secrets and personal data in logs', () => {
  it.each(LEAKS)('%s is found (the end of the run searches every log for it)', (what, line) => {
    expect(findSecrets(line, ['of-this-installation'])).toEqual([what]);
  });

  it.each([
    ['a password', 'x7/Qp+4w', '{"msg":"x","err":"x7/Qp+4w is wrong"}'],
    ['a word of its own', 'quartz-otter-91', '{"msg":"x","phrase":"quartz-otter-91"}'],
    ['a message', 'I found "it" here', String.raw`{"body":"I found \"it\" here"}`],
    ['a code', '481903', '{"path":"/x?c=481903"}'],
  ])('%s that a user typed is found, and nothing else is', (_, typed, line) => {
    const others = ['x7/Qp', '48190', 'otter', 'status', 'I lost it'];
    expect(findUsed(line, [typed, ...others])).toEqual([typed]);
    expect(findUsed('{"msg":"request.completed","ms":4819}', [typed, ...others])).toEqual([]);
  });

  it('texts that a player types, is sent or is given are recorded for that search', async () => {
    const { email, password, token } = await createPlayer(site, ADDRESS);
    const link = await findVerificationLink(createClient(site.url), email);
    const linkToken = link.searchParams.get('token');
    expect(readUsed(dirname(inside.logs))).toEqual(
      expect.arrayContaining([email, password, token]),
    );
    noteSent(await readInbox(inside.environments.gateway['SANDBOX_URL'] ?? ''));
    expect(readUsed(dirname(inside.logs))).toContain(linkToken);
  });

  it('ordinary log fields are not reported as secrets', () => {
    const line =
      '{"time":"2026-11-21T15:25:36.451Z","traceId":"0af7651916cd43dd8448eb211c80319c","ms":4242,' +
      '"requestId":"42421234-5678-4012-8345-0123456789ab","DATABASE_URL":"postgres://***@127.0.0.1:9315/cairn","paymentIntentId":"pi_3ab","req":{"path":"/api/x"}}';
    expect(findSecrets(line, ['of-this-installation'])).toEqual([]);
  });
});

describe('the invariants of the running stack', () => {
  it('hold for a purchase, and report charges and mails without a record', async () => {
    const player = await createPlayer(site, ADDRESS);
    const product = await findProduct(player.client, 'porter-stash');
    const intentId = await pay(site, player, product);
    const { body } = await recordPurchase(player, product, intentId);
    const { purchaseId } = body as { purchaseId: string };
    const foreign = await chargeWithoutRecord();
    const mail = await mailWithoutRecord();
    const faults = await waitUntil(
      async () => {
        const found = await listFaults();
        return found.some((fault) => fault.includes(purchaseId)) ? null : found;
      },
      { timeoutMs: 60_000, what: 'agreement about the purchase' },
    );
    expect(faults.filter((fault) => fault.includes(intentId))).toEqual([]);
    expect(faults).toContain(`charges and purchases: ${foreign} 2000 is there 1 and 0 times`);
    expect(faults).toContain(`sent 1 times, 0 by the ledger: ${mail}`);
  });

  const { sandbox } = inside.environments;
  const sandboxUrl = inside.environments.gateway['SANDBOX_URL'] ?? '';

  async function chargeWithoutRecord(): Promise<string> {
    const response = await fetch(`${sandboxUrl}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox['STRIPE_SECRET_KEY']}` },
      body: new URLSearchParams({
        amount: '2000',
        currency: 'usd',
        confirm: 'true',
        payment_method: 'pm_card_visa',
        'metadata[attemptId]': randomUUID(),
      }),
    });
    const { id, status } = (await response.json()) as { id: string; status: string };
    expect(status).toBe('succeeded');
    return id;
  }

  async function mailWithoutRecord(): Promise<string> {
    const id = randomUUID();
    const response = await fetch(`${sandboxUrl}/v3/mail/send`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sandbox['SENDGRID_API_KEY']}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        personalizations: [{ to: [{ email: 'a@example.com' }], custom_args: { delivery_id: id } }],
        from: { email: 'a@example.com' },
        subject: 'A mail without a record',
        content: [{ type: 'text/plain', value: 'x' }],
      }),
    });
    expect(response.status).toBe(202);
    return id;
  }

  function listFaults(): Promise<string[]> {
    const stripe = {
      secretKey: sandbox['STRIPE_SECRET_KEY'] ?? '',
      publishableKey: site.stripePublishableKey,
      webhookSecret: '',
    };
    const { databaseUrl: postgresUrl } = inside;
    const { url: gateway } = site;
    return checkInvariants({ postgresUrl, gateway, sandbox: sandboxUrl, stripe }, 0);
  }
});

/** The whole trace, once the worker has logged that the mail was sent. */
function whenSent(id: string, template: string) {
  return waitUntil(
    () => {
      const trace = findTraceLines(inside.logs, id);
      const isSent = (line: (typeof trace)[number]) =>
        line.msg === 'delivery.sent' && line['template'] === template;
      return trace.some(isSent) ? trace : null;
    },
    { timeoutMs: 60_000, what: `${template} in the trace of ${id}` },
  );
}
