import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { numberProblem, rangeOf } from '../browser/card-rules.js';
import { newId, nowInSeconds } from '../ids.ts';
import type { StoredMethod, StripeAccount } from './account.ts';
import type { PaymentMethodParams } from './payment-method-params.ts';
import { missing, StripeRefusal } from './refusal.ts';
import {
  findTestCardByName,
  findTestCardByNumber,
  NOT_A_TEST_CARD,
  type TestCard,
} from './test-cards.ts';

interface CardFacts {
  number: string;
  month: number;
  year: number;
  cvc: string | undefined;
  testCard: TestCard | null;
}

export function createPaymentMethod(
  account: StripeAccount,
  params: PaymentMethodParams,
): Stripe.PaymentMethod {
  const facts = readCard(params.card);
  const method: Stripe.PaymentMethod = {
    id: newId('pm_1'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingDetails(params),
    card: cardOf(facts),
    created: nowInSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: params.metadata ?? {},
    type: 'card',
  };
  account.methods.put(method.id, {
    method,
    outcome: facts.testCard?.outcome ?? NOT_A_TEST_CARD,
    followUp: facts.testCard?.followUp ?? null,
  });
  return method;
}

export function getPaymentMethod(account: StripeAccount, id: string): Stripe.PaymentMethod {
  return getStoredMethod(account, id, 'payment_method').method;
}

/** A test name (`pm_card_visa`) creates a new payment method with that card, as at Stripe. */
export function resolvePaymentMethod(account: StripeAccount, id: string): StoredMethod {
  const testCard = findTestCardByName(id);
  if (!testCard) return getStoredMethod(account, id, 'payment_method');
  const method = createPaymentMethod(account, { type: 'card', card: { token: id } });
  return getStoredMethod(account, method.id, 'payment_method');
}

function getStoredMethod(account: StripeAccount, id: string, param: string): StoredMethod {
  const stored = account.methods.get(id);
  if (!stored) throw missing('PaymentMethod', id, param);
  return stored;
}

function readCard(card: PaymentMethodParams['card']): CardFacts {
  if ('token' in card) {
    const testCard = findTestCardByName(card.token);
    if (!testCard) throw missing('token', card.token, 'card[token]');
    const year = new Date().getUTCFullYear() + 1;
    return { number: testCard.number, month: 12, year, cvc: '123', testCard };
  }
  const facts = {
    number: card.number.replace(/[\s-]/g, ''),
    month: card.exp_month,
    year: card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year,
    cvc: card.cvc,
  };
  assertValidCard(facts);
  return { ...facts, testCard: findTestCardByNumber(facts.number) };
}

function assertValidCard(facts: Omit<CardFacts, 'testCard'>): void {
  if (!/^\d{12,19}$/.test(facts.number) || numberProblem(facts.number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  if (facts.month < 1 || facts.month > 12) {
    throw cardError(
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
      'exp_month',
    );
  }
  const now = new Date();
  const monthsLeft =
    (facts.year - now.getUTCFullYear()) * 12 + facts.month - (now.getUTCMonth() + 1);
  if (facts.year < now.getUTCFullYear() || facts.year > now.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (monthsLeft < 0) {
    throw cardError(
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
      'exp_month',
    );
  }
  const cvcLength = rangeOf(facts.number).brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (facts.cvc !== undefined && !cvcLength.test(facts.cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
}

function cardError(code: string, message: string, param: string): StripeRefusal {
  return new StripeRefusal(402, { type: 'card_error', code, message, param });
}

function billingDetails(params: PaymentMethodParams): Stripe.PaymentMethod.BillingDetails {
  const given = params.billing_details ?? {};
  const address = given.address ?? {};
  return {
    address: {
      city: address.city ?? null,
      country: address.country ?? null,
      line1: address.line1 ?? null,
      line2: address.line2 ?? null,
      postal_code: address.postal_code ?? null,
      state: address.state ?? null,
    },
    email: given.email ?? null,
    name: given.name ?? null,
    phone: given.phone ?? null,
    tax_id: null,
  };
}

function cardOf(facts: CardFacts): Stripe.PaymentMethod.Card {
  const brand = facts.testCard?.brand ?? rangeOf(facts.number).brand;
  const cvcCheck = facts.testCard?.cvcFails ? 'fail' : 'pass';
  return {
    brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: facts.cvc === undefined ? null : cvcCheck,
    },
    country: facts.testCard?.country ?? 'US',
    display_brand: brand,
    exp_month: facts.month,
    exp_year: facts.year,
    fingerprint: createHash('sha256').update(`sandbox ${facts.number}`).digest('hex').slice(0, 16),
    funding: facts.testCard?.funding ?? 'credit',
    generated_from: null,
    last4: facts.number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: brand !== 'amex' },
    wallet: null,
  };
}
