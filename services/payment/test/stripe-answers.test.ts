import {
  findStripeOpenApi,
  HOW_TO_GET,
  readStripeOpenApi,
  type StripeAnswer,
  type StripeOpenApi,
} from '@cairn/testing/stripe-openapi.ts';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStripeAccount } from '../src/stripe/account.ts';
import { createPaymentIntents } from '../src/stripe/payment-intents.ts';
import { createStripeReversals } from '../src/stripe/reversals.ts';
import { STRIPE_SECRET_KEY, type StripeSandbox, startStripeSandbox } from './stripe-sandbox.ts';

const file = findStripeOpenApi();

describe.skipIf(!file)(`the sandbox's answers (needs Go: ${HOW_TO_GET})`, () => {
  let sandbox: StripeSandbox;
  let document: StripeOpenApi;
  let stripe: Stripe;
  const answers: StripeAnswer[] = [];

  beforeAll(async () => {
    document = readStripeOpenApi(file ?? '');
    sandbox = await startStripeSandbox();
    const { hostname, port } = new URL(sandbox.url);
    stripe = new Stripe(STRIPE_SECRET_KEY, {
      ...{ host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 },
      httpClient: Stripe.createFetchHttpClient(recordingFetch(answers)),
    });
  });
  afterAll(() => sandbox?.stop());

  /** Makes every kind of call that payment makes, with answers of success and of refusal. */
  async function makeEveryCall(): Promise<void> {
    const intents = createPaymentIntents(stripe);
    const reversals = createStripeReversals(stripe);
    const account = createStripeAccount(stripe);
    const attempt = { userId: 'u', productId: 'p', amountCents: 2_000, currency: 'USD' };
    const create = async (id: string) => (await intents.create({ ...attempt, id }))?.id ?? '';
    const confirm = (id: string, card: string) =>
      stripe.paymentIntents.confirm(id, { payment_method: card }).catch(() => null);
    const [paid, disputed, declined, canceled] = [
      await create('paid'),
      await create('disputed'),
      await create('declined'),
      await create('canceled'),
    ];
    await confirm(paid, 'pm_card_visa');
    await confirm(disputed, 'pm_card_visa');
    await confirm(declined, 'pm_card_chargeDeclined');
    await intents.cancel(canceled);
    for (const id of [paid, declined, canceled, 'pi_unknown']) await intents.find(id);
    await reversals.refund({ id: 'r', intentId: paid, tries: 1, replayedErrors: 0 });
    await reversals.refund({ id: 'r', intentId: declined, tries: 2, replayedErrors: 0 });
    const dispute = await sandbox.dispute(disputed);
    for (const id of [paid, disputed]) await reversals.read(id);
    await sandbox.closeDispute(dispute, 'lost');
    await reversals.read(disputed);
    const since = new Date(0);
    await account.listPaid(since);
    await account.listReversed({ refunds: since, disputes: since });
  }

  it('have the schemas of Stripe’s OpenAPI document', async () => {
    await makeEveryCall();
    const deviations = answers.flatMap((answer) => {
      const what = `${document.routeOf(answer)} ${answer.status}`;
      return document.deviations(answer).map((each) => `${what}: ${each}`);
    });
    expect([...new Set(deviations)]).toEqual([]);
    const statuses = answers.map((answer) => `${document.routeOf(answer)} ${answer.status}`);
    expect([...new Set(statuses)].toSorted()).toEqual([
      'GET /v1/charges 200',
      'GET /v1/disputes 200',
      'GET /v1/payment_intents/{intent} 200',
      'GET /v1/payment_intents/{intent} 404',
      'GET /v1/refunds 200',
      'POST /v1/payment_intents 200',
      'POST /v1/payment_intents/{intent}/cancel 200',
      'POST /v1/payment_intents/{intent}/confirm 200',
      'POST /v1/payment_intents/{intent}/confirm 402',
      'POST /v1/refunds 200',
      'POST /v1/refunds 400',
    ]);
  });

  it('an answer without a required field deviates', () => {
    const path = '/v1/payment_intents';
    const answer = answers.find((each) => each.path === path) as StripeAnswer;
    const { livemode: _, ...body } = answer.body as Record<string, unknown>;
    expect(document.deviations({ ...answer, body }).join()).toContain(
      "must have required property 'livemode'",
    );
  });
});

function recordingFetch(answers: StripeAnswer[]): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    const { pathname } = new URL(String(input));
    const body: unknown = await response.clone().json();
    answers.push({ method: init?.method ?? 'GET', path: pathname, status: response.status, body });
    return response;
  };
}
