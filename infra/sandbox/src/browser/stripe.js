import { getJson, postForm } from './api.js';
import { askChallenge } from './challenge.js';
import { integrationError } from './element-events.js';
import { ElementsGroup } from './elements.js';

/** The release that @stripe/stripe-js 10 requests; it warns about any other. */
const RELEASE = 'endive';

function Stripe(publishableKey, options = {}) {
  if (typeof publishableKey !== 'string' || publishableKey.trim() === '') {
    throw integrationError('Please call Stripe() with your publishable key.');
  }
  if (publishableKey.startsWith('sk_')) {
    throw integrationError('You should not use your secret key with Stripe.js.');
  }
  const key = publishableKey.trim();
  return {
    _apiKey: key,
    _locale: options.locale ?? 'auto',
    _registerWrapper() {},
    registerAppInfo() {},
    elements: () => new ElementsGroup(),
    confirmCardPayment: (secret, data, how) => confirmCardPayment(key, { secret, data, how }),
    retrievePaymentIntent: (secret) => retrieve(key, secret),
    handleNextAction: ({ clientSecret }) => handleNextAction(key, clientSecret),
    createPaymentMethod: refuseUnused,
    createToken: refuseUnused,
  };
}
Stripe.version = RELEASE;
window.Stripe = Stripe;

/** react-stripe-js requires these functions; the web app confirms payments only. */
function refuseUnused() {
  throw integrationError('The sandbox supports confirmCardPayment only.');
}

async function confirmCardPayment(key, { secret, data = {}, how = {} }) {
  const id = intentIdOf(secret);
  const method = methodParams(data.payment_method);
  if (method.error) return { error: method.error };
  const answer = await postForm(`v1/payment_intents/${id}/confirm`, {
    ...method.params,
    return_url: data.return_url,
    receipt_email: data.receipt_email,
    setup_future_usage: data.setup_future_usage,
    use_stripe_sdk: true,
    key,
    client_secret: secret,
  });
  if (answer.error) return { error: answer.error };
  const isWaiting = answer.status === 'requires_action' && how.handleActions !== false;
  return isWaiting ? await handleNextAction(key, secret) : { paymentIntent: answer };
}

async function retrieve(key, secret) {
  const path = `v1/payment_intents/${intentIdOf(secret)}`;
  const answer = await getJson(path, { key, client_secret: secret });
  return answer.error ? { error: answer.error } : { paymentIntent: answer };
}

async function handleNextAction(key, secret) {
  const before = await retrieve(key, secret);
  const source = before.paymentIntent?.next_action?.use_stripe_sdk?.source;
  if (before.error || !source) return before;
  await askChallenge(source);
  const after = await retrieve(key, secret);
  const failure = after.paymentIntent?.last_payment_error;
  const hasFailed = after.paymentIntent?.status === 'requires_payment_method' && failure;
  return hasFailed ? { error: { ...failure, payment_intent: after.paymentIntent } } : after;
}

function intentIdOf(secret) {
  const [id, rest] = String(secret).split('_secret_');
  if (id.startsWith('pi_') && rest) return encodeURIComponent(id);
  throw integrationError(
    'Invalid value for stripe.confirmCardPayment intent secret: value should be a client secret of ' +
      'the form pi_…_secret_….',
  );
}

/** Parameters for a payment method id, or for a card element with billing details. */
function methodParams(method) {
  if (!method) return { params: {} };
  if (typeof method === 'string') return { params: { payment_method: method } };
  const { card, billing_details: details, metadata } = method;
  if (!card?._card) {
    throw integrationError('We could not retrieve data from the specified Element.');
  }
  const error = card._reportProblem();
  if (error) return { error };
  const billing = withPostalCode(details, card._postalCode());
  const data = { type: 'card', card: card._card(), billing_details: billing, metadata };
  return { params: { payment_method_data: data } };
}

function withPostalCode(details = {}, postalCode) {
  if (!postalCode) return details;
  return { ...details, address: { postal_code: postalCode, ...details.address } };
}
