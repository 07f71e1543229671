import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf, type RunningSandbox, runSandbox } from '../testing/running-sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
});

type Extra = Partial<Stripe.PaymentIntentCreateParams>;

async function challenged(paymentMethod: string, extra: Extra = {}): Promise<Stripe.PaymentIntent> {
  return await sandbox.stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    payment_method: paymentMethod,
    confirm: true,
    ...extra,
  });
}

function challengeOf(intent: Stripe.PaymentIntent): string {
  return String(intent.next_action?.use_stripe_sdk?.['source']);
}

async function answer(challenge: string, how: 'complete' | 'fail'): Promise<Response> {
  const headers = { accept: 'application/json' };
  return await sandbox.call(`/3ds/${challenge}/${how}`, { method: 'POST', headers });
}

describe('3-D Secure', () => {
  it.each(['pm_card_authenticationRequired', 'pm_card_authenticationRequiredOnSetup'])(
    '%s requires a challenge and succeeds when it is completed',
    async (card) => {
      const intent = await challenged(card);
      expect(intent).toMatchObject({ status: 'requires_action', latest_charge: null });
      const page = await sandbox.call(`/3ds/${challengeOf(intent)}`);
      expect(await page.text()).toContain('$20.00');
      expect((await answer(challengeOf(intent), 'complete')).status).toBe(200);
      const paid = await sandbox.stripe.paymentIntents.retrieve(intent.id);
      expect(paid).toMatchObject({ status: 'succeeded', next_action: null });
    },
  );

  it('requires another payment method when the challenge fails, and charges nothing', async () => {
    const intent = await challenged('pm_card_authenticationRequired');
    await answer(challengeOf(intent), 'fail');
    const now = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect(now).toMatchObject({ status: 'requires_payment_method', latest_charge: null });
    expect(now.last_payment_error?.code).toBe('payment_intent_authentication_failure');
  });

  it('can be declined after the challenge', async () => {
    const card = 'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds';
    const intent = await challenged(card);
    await answer(challengeOf(intent), 'complete');
    const now = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect(now).toMatchObject({ status: 'requires_payment_method', payment_method: null });
    expect(now.last_payment_error?.message).toBe('Your card has insufficient funds.');
  });

  it('accepts one answer; repeated, outdated and unknown challenges return 410', async () => {
    const intent = await challenged('pm_card_authenticationRequired');
    const renewed = await sandbox.stripe.paymentIntents.confirm(intent.id);
    expect((await answer(challengeOf(intent), 'complete')).status).toBe(410);
    expect((await answer(challengeOf(renewed), 'complete')).status).toBe(200);
    expect((await answer(challengeOf(renewed), 'fail')).status).toBe(410);
    expect((await answer('src_unknown', 'complete')).status).toBe(410);
    const paid = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect(paid.status).toBe('succeeded');
  });

  it('redirects the browser to the return URL with the outcome', async () => {
    const intent = await challenged('pm_card_authenticationRequired', {
      return_url: 'http://cairn.test/hunts?from=pay',
    });
    const url = intent.next_action?.redirect_to_url?.url ?? '';
    expect(url).toMatch(/^http:\/\/cairn\.test\/sandbox\/3ds\//);
    const path = url.replace('http://cairn.test/sandbox', '');
    const headers = { accept: 'text/html,*/*' };
    const back = await sandbox.call(`${path}/complete`, { method: 'POST', headers });
    expect(back.status).toBe(303);
    const location = new URL(back.headers.get('location') ?? '');
    expect(Object.fromEntries(location.searchParams)).toEqual({
      from: 'pay',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
  });

  it.each(['4000000000003220', '4000008400000027', '4000582600000045'])(
    'a challenge is required for %s',
    async (number) => {
      const card = { number, exp_month: 12, exp_year: 2034, cvc: '123' };
      const { id } = await sandbox.stripe.paymentMethods.create({ type: 'card', card });
      expect((await challenged(id)).status).toBe('requires_action');
    },
  );

  it.each([
    ['4000000000003055', null],
    ['4000000000003097', null],
    ['378282246310005', null],
    ['4000000032200000', 'frictionless'],
  ])('%s succeeds without a challenge', async (number, flow) => {
    const card = { number, exp_month: 12, exp_year: 2034, cvc: '123' };
    const { id } = await sandbox.stripe.paymentMethods.create({ type: 'card', card });
    const paid = await challenged(id, { expand: ['latest_charge'] });
    expect(paid.status).toBe('succeeded');
    const charge = paid.latest_charge as Stripe.Charge;
    const proof = charge.payment_method_details?.card?.three_d_secure?.authentication_flow ?? null;
    expect(proof).toBe(flow);
  });

  it('is declined after the challenge with threeDSecureRequiredChargeDeclined', async () => {
    const intent = await challenged('pm_card_threeDSecureRequiredChargeDeclined');
    await answer(challengeOf(intent), 'complete');
    const now = await sandbox.stripe.paymentIntents.retrieve(intent.id);
    expect(now.last_payment_error).toMatchObject({ code: 'card_declined' });
  });

  it('is declined off session', async () => {
    const refused = await errorOf(
      challenged('pm_card_authenticationRequired', { error_on_requires_action: true }),
    );
    expect(refused).toMatchObject({ statusCode: 402, code: 'authentication_required' });
  });
});
