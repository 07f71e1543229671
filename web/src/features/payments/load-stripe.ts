import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

export type CardProvider = { stripe: Stripe; isSandbox: boolean };

export const cardProviderQuery = queryOptions({
  queryKey: ['card-provider'],
  queryFn: loadCardProvider,
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  retry: 1,
});

async function loadCardProvider(): Promise<CardProvider> {
  const config = await callApi('GET /api/config', {});
  const stripe = config.stripeScriptUrl
    ? await loadFrom(config.stripeScriptUrl, config.stripePublishableKey)
    : await loadStripe(config.stripePublishableKey);
  if (!stripe) throw new Error('The card provider gave no client');
  return { stripe, isSandbox: config.sandbox };
}

/** In development a script of this origin replaces Stripe's. */
async function loadFrom(url: string, key: string): Promise<Stripe | undefined> {
  if (!window.Stripe) await addScript(url);
  return window.Stripe?.(key);
}

function addScript(url: string): Promise<void> {
  const script = document.createElement('script');
  script.src = url;
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The card provider’s script did not load'));
    };
    document.head.append(script);
  });
}
