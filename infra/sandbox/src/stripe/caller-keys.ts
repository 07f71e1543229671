import type { Request } from 'express';
import { isSameKey } from '../caller.ts';
import { StripeRefusal } from './refusal.ts';

export type Caller = 'secret' | 'publishable';

export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
}

/** Reads the key from Bearer, the user name of Basic, or (stripe.js) the parameter `key`. */
export function identifyCaller(req: Request, keys: StripeKeys): Caller {
  const given = keyOf(req);
  if (!given) throw unauthorized(NO_KEY);
  if (isSameKey(given, keys.secretKey)) return 'secret';
  if (isSameKey(given, keys.publishableKey)) return 'publishable';
  throw unauthorized(`Invalid API Key provided: ${masked(given)}`);
}

export function secretKeyRequired(): StripeRefusal {
  return new StripeRefusal(403, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. ' +
      'You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  });
}

const NO_KEY =
  'You did not provide an API key. You need to provide your API key in the Authorization header, ' +
  "using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See " +
  'https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.';

function keyOf(req: Request): string | undefined {
  const [scheme = '', value = ''] = (req.headers.authorization ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') {
    return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
  }
  const parameter: unknown = req.body?.key ?? req.query['key'];
  return typeof parameter === 'string' ? parameter : undefined;
}

function unauthorized(message: string): StripeRefusal {
  return new StripeRefusal(401, { type: 'invalid_request_error', message });
}

function masked(key: string): string {
  return `${key.slice(0, 8)}${'*'.repeat(Math.max(0, Math.min(key.length, 40) - 12))}${key.slice(-4)}`;
}
