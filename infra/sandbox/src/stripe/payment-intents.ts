import type Stripe from 'stripe';
import { newId, nowInSeconds } from '../ids.ts';
import type { RequestTag, StoredMethod, StripeAccount } from './account.ts';
import { attemptPayment } from './payment-attempt.ts';
import type { CancelParams, ConfirmParams, CreateParams } from './payment-intent-params.ts';
import { createPaymentMethod, resolvePaymentMethod } from './payment-methods.ts';
import { invalidRequest, missing, type StripeRefusal } from './refusal.ts';

type Intent = Stripe.PaymentIntent;

const UNEXPECTED_STATE = 'payment_intent_unexpected_state';
const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export function createPaymentIntent(
  account: StripeAccount,
  params: CreateParams,
  tag: RequestTag,
): Intent {
  const method = chosenMethod(account, params);
  if (params.confirm && !method) throw invalidRequest(NO_METHOD, { code: UNEXPECTED_STATE });
  const intent = newIntent(params);
  if (method) {
    intent.payment_method = method.method.id;
    intent.status = 'requires_confirmation';
  }
  account.publish('payment_intent.created', intent, tag);
  return params.confirm ? confirm(account, { intent, params, method }, tag) : intent;
}

export function getPaymentIntent(account: StripeAccount, id: string): Intent {
  const intent = account.intents.get(id);
  if (!intent) throw missing('payment_intent', id, 'intent');
  return intent;
}

export function confirmPaymentIntent(
  account: StripeAccount,
  params: ConfirmParams & { id: string },
  tag: RequestTag,
): Intent {
  const intent = structuredClone(getPaymentIntent(account, params.id));
  assertConfirmable(intent);
  const method = chosenMethod(account, params) ?? currentMethod(account, intent);
  return confirm(account, { intent, params, method }, tag);
}

export function cancelPaymentIntent(
  account: StripeAccount,
  params: CancelParams & { id: string },
  tag: RequestTag,
): Intent {
  const intent = structuredClone(getPaymentIntent(account, params.id));
  if (!CONFIRMABLE.includes(intent.status)) throw cannotCancel(intent);
  intent.status = 'canceled';
  intent.canceled_at = nowInSeconds();
  intent.cancellation_reason = params.cancellation_reason ?? null;
  intent.next_action = null;
  account.publish('payment_intent.canceled', intent, tag);
  return intent;
}

interface Confirmation {
  intent: Intent;
  params: ConfirmParams;
  method: StoredMethod | null;
}

function confirm(account: StripeAccount, confirmation: Confirmation, tag: RequestTag): Intent {
  const { intent, params, method } = confirmation;
  if (!method) throw unexpectedState(intent, NO_METHOD);
  intent.receipt_email = params.receipt_email ?? intent.receipt_email;
  intent.setup_future_usage = params.setup_future_usage ?? intent.setup_future_usage;
  const returnUrl = params.use_stripe_sdk ? null : (params.return_url ?? null);
  const isAbsent = params.off_session === true || params.error_on_requires_action === true;
  return attemptPayment(account, { intent, method, returnUrl, mayChallenge: !isAbsent }, tag);
}

function chosenMethod(account: StripeAccount, params: ConfirmParams): StoredMethod | null {
  if (params.payment_method_data) {
    const method = createPaymentMethod(account, params.payment_method_data);
    return resolvePaymentMethod(account, method.id);
  }
  return params.payment_method ? resolvePaymentMethod(account, params.payment_method) : null;
}

function currentMethod(account: StripeAccount, intent: Intent): StoredMethod | null {
  const id = intent.payment_method;
  return typeof id === 'string' ? resolvePaymentMethod(account, id) : null;
}

function assertConfirmable(intent: Intent): void {
  if (CONFIRMABLE.includes(intent.status)) return;
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      intent,
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
  }
  throw unexpectedState(
    intent,
    `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a ` +
      'PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.',
  );
}

function cannotCancel(intent: Intent): StripeRefusal {
  return unexpectedState(
    intent,
    `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a ` +
      'PaymentIntent with one of the following statuses may be canceled: requires_payment_method, ' +
      'requires_capture, requires_confirmation, requires_action, processing.',
  );
}

function unexpectedState(intent: Intent, message: string): StripeRefusal {
  return invalidRequest(message, { code: UNEXPECTED_STATE, payment_intent: intent });
}

const NO_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either " +
  'update the PaymentIntent with a payment method and then confirm it again, or confirm it again ' +
  'directly with a payment method or ConfirmationToken.';

function newIntent(params: CreateParams): Intent {
  const id = newId('pi_3');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: automaticMethods(params),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: newId(`${id}_secret_`, 25),
    confirmation_method: 'automatic',
    created: nowInSeconds(),
    currency: params.currency,
    customer: params.customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: params.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

/** Stripe enables these unless payment_method_types is given. */
function automaticMethods(
  params: CreateParams,
): Stripe.PaymentIntent.AutomaticPaymentMethods | null {
  if (params.payment_method_types) return null;
  const { enabled = true, allow_redirects = 'always' } = params.automatic_payment_methods ?? {};
  return enabled ? { allow_redirects, enabled } : null;
}
