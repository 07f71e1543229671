/** All requests of a load come from one address and few users; limits are still counted, as that costs time. */
const MANY = { points: 100_000_000 };

export const LIMITS = JSON.stringify({
  'api-address': MANY,
  'login-account': MANY,
  'login-address': MANY,
  'signup-address': MANY,
  'payment-intents-user': MANY,
});
