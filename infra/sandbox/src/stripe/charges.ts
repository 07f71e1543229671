import type Stripe from 'stripe';
import { newId, nowInSeconds } from '../ids.ts';
import type { Decline } from './declines.ts';
import type { Authentication } from './test-cards.ts';

interface ChargeResult {
  decline: Decline | null;
  authentication: Authentication | null;
}

export function createCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  result: ChargeResult,
): Stripe.Charge {
  const paid = result.decline === null;
  return {
    id: newId('ch_3'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'CAIRN SANDBOX',
    captured: paid,
    created: nowInSeconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: result.decline?.code ?? null,
    failure_message: result.decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(result.decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(intent, method, result), type: 'card' },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

function outcomeOf(decline: Decline | null): Stripe.Charge.Outcome {
  const isBlocked = decline?.declineCode === 'fraudulent';
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? networkStatus(isBlocked) : 'approved_by_network',
    reason: decline ? (decline.declineCode ?? decline.code) : null,
    risk_level: isBlocked ? 'highest' : 'normal',
    seller_message: decline ? 'The bank did not approve this charge.' : 'Payment complete.',
    type: decline ? outcomeType(isBlocked) : 'authorized',
  };
}

function networkStatus(isBlocked: boolean): string {
  return isBlocked ? 'not_sent_to_network' : 'declined_by_network';
}

function outcomeType(isBlocked: boolean): string {
  return isBlocked ? 'blocked' : 'issuer_declined';
}

function cardDetails(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  result: ChargeResult,
): Stripe.Charge.PaymentMethodDetails.Card {
  const { card } = method;
  if (!card) throw new Error(`${method.id} has no card`);
  return {
    amount_authorized: result.decline ? null : intent.amount,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: result.authentication ? authenticatedBy(result.authentication) : null,
    transaction_link_id: null,
    wallet: null,
  };
}

function authenticatedBy(
  flow: Authentication,
): Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure {
  return {
    authentication_flow: flow,
    electronic_commerce_indicator: '05',
    exemption_indicator: null,
    result: 'authenticated',
    result_reason: null,
    transaction_id: null,
    version: '2.2.0',
  };
}
