import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberProblem } from '../browser/card-rules.js';
import { errorOf, type RunningSandbox, runSandbox } from '../testing/running-sandbox.ts';
import { TEST_CARDS } from './test-cards.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await runSandbox();
});
afterAll(async () => {
  await sandbox[Symbol.asyncDispose]();
});

async function payWith(paymentMethod: string) {
  return await sandbox.stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    payment_method: paymentMethod,
    confirm: true,
  });
}

async function methodOf(number: string, card: Record<string, unknown> = {}): Promise<string> {
  const details = { number, exp_month: 12, exp_year: 2034, cvc: '123', ...card };
  const method = await sandbox.stripe.paymentMethods.create({ type: 'card', card: details });
  return method.id;
}

describe('test cards', () => {
  it('have valid numbers and distinct names', () => {
    expect(TEST_CARDS.filter(({ number }) => numberProblem(number))).toEqual([]);
    const names = TEST_CARDS.flatMap(({ name }) => name ?? []);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length);
  });

  it.each([
    ['4242424242424242', 'visa', 'credit'],
    ['4000056655665556', 'visa', 'debit'],
    ['5555555555554444', 'mastercard', 'credit'],
    ['378282246310005', 'amex', 'credit'],
    ['6011111111111117', 'discover', 'credit'],
    ['36227206271667', 'diners', 'credit'],
    ['3566002020360505', 'jcb', 'credit'],
    ['6200000000000005', 'unionpay', 'credit'],
    ['6205500000000000004', 'unionpay', 'credit'],
    ['6011981111111113', 'discover', 'debit'],
    ['4000058260000005', 'visa', 'debit'],
  ])('%s succeeds as %s %s', async (number, brand, funding) => {
    const id = await methodOf(number);
    const { card } = await sandbox.stripe.paymentMethods.retrieve(id);
    expect(card).toMatchObject({ brand, funding, last4: number.slice(-4) });
    expect((await payWith(id)).status).toBe('succeeded');
  });

  it.each([
    [
      '4000000000000002',
      'pm_card_visa_chargeDeclined',
      'generic_decline',
      'Your card was declined.',
    ],
    [
      '4000000000009995',
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    [
      '4000000000009987',
      'pm_card_visa_chargeDeclinedLostCard',
      'lost_card',
      'Your card was declined.',
    ],
    [
      '4000000000009979',
      'pm_card_visa_chargeDeclinedStolenCard',
      'stolen_card',
      'Your card was declined.',
    ],
    ['4000000000000069', 'pm_card_chargeDeclinedExpiredCard', undefined, 'Your card has expired.'],
    [
      '4000000000000127',
      'pm_card_chargeDeclinedIncorrectCvc',
      undefined,
      "Your card's security code is incorrect.",
    ],
    [
      '4000000000006975',
      'pm_card_visa_chargeDeclinedVelocityLimitExceeded',
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ],
    ['4000000000004954', 'pm_card_riskLevelHighest', 'fraudulent', 'Your card was declined.'],
    [
      '4000008400001280',
      'pm_card_threeDSecureRequiredProcessingError',
      'generic_decline',
      'Your card was declined.',
    ],
    [
      '4000000000000119',
      'pm_card_chargeDeclinedProcessingError',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])('%s and %s are declined with %s', async (number, name, declineCode, message) => {
    for (const method of [await methodOf(number), name]) {
      const refused = await errorOf(payWith(method));
      expect(refused).toMatchObject({ statusCode: 402, type: 'card_error', message });
      expect(refused.decline_code).toBe(declineCode);
    }
  });

  it.each([
    ['pm_card_us', 'visa', 'US'],
    ['pm_card_gb_mastercard', 'mastercard', 'GB'],
    ['pm_card_th_debit', 'visa', 'TH'],
    ['tok_visa_cartesBancaires', 'visa', 'FR'],
  ])('%s is a %s of %s', async (name, brand, country) => {
    const paid = await sandbox.stripe.paymentIntents.retrieve((await payWith(name)).id, {
      expand: ['payment_method'],
    });
    expect(paid).toMatchObject({
      status: 'succeeded',
      payment_method: { card: { brand, country } },
    });
  });

  it.each(['pm_card_constructor', 'pm_card_none', 'pm_card_null', 'pm_card_'])(
    '%s is an unknown payment method',
    async (name) => {
      expect((await errorOf(payWith(name))).code).toBe('resource_missing');
    },
  );

  it('other numbers are declined as non test cards', async () => {
    const refused = await errorOf(payWith(await methodOf('4111111111111111')));
    expect(refused.decline_code).toBe('test_mode_live_card');
  });

  it.each([
    ['4242424242424241', {}, 'incorrect_number', 'number'],
    ['4242424242424242', { exp_year: 2020 }, 'invalid_expiry_year', 'exp_year'],
    ['4242424242424242', { exp_month: 13 }, 'invalid_expiry_month', 'exp_month'],
    ['4242424242424242', { cvc: '12' }, 'invalid_cvc', 'cvc'],
  ])('%s with %j returns an error before any charge', async (number, card, code, param) => {
    const refused = await errorOf(methodOf(number, card));
    expect(refused).toMatchObject({ statusCode: 402, type: 'card_error', code, param });
  });
});
