import Stripe from 'stripe';
import type { Config } from '../config.ts';

const TIMEOUT_MS = 8_000;

export function createStripe(config: Pick<Config, 'STRIPE_SECRET_KEY' | 'STRIPE_API_URL'>): Stripe {
  return new Stripe(config.STRIPE_SECRET_KEY, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    typescript: true,
    ...(config.STRIPE_API_URL ? addressOf(config.STRIPE_API_URL) : {}),
  });
}

/** An intent of the other mode must not be accepted. */
export function isLiveKey(secretKey: string): boolean {
  return secretKey.includes('_live_');
}

function addressOf(text: string): { protocol: 'http' | 'https'; host: string; port: number } {
  const url = new URL(text);
  const protocol = url.protocol === 'http:' ? 'http' : 'https';
  const port = url.port === '' ? (protocol === 'http' ? 80 : 443) : Number(url.port);
  return { protocol, host: url.hostname, port };
}
