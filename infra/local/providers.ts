import type { Secrets } from './secrets.ts';

type Variables = Record<string, string | undefined>;

/** The variables of each process that speaks to a provider. */
export type Providers = { gateway: Variables; payment: Variables; worker: Variables };

/** The sandbox plays a provider as long as the person has not set that provider's own key. */
export function providersFrom(
  own: NodeJS.ProcessEnv,
  secrets: Secrets,
  sandboxUrl: string,
): Providers {
  const stripe = own['STRIPE_SECRET_KEY']
    ? ownStripe(own, secrets)
    : sandboxStripe(secrets, sandboxUrl);
  const worker = own['SENDGRID_API_KEY']
    ? { SENDGRID_API_KEY: own['SENDGRID_API_KEY'], SENDGRID_API_URL: own['SENDGRID_API_URL'] }
    : { SENDGRID_API_KEY: secrets.sendgridApiKey, SENDGRID_API_URL: sandboxUrl };
  return { ...stripe, worker };
}

export function usesSandboxStripe(own: NodeJS.ProcessEnv): boolean {
  return !own['STRIPE_SECRET_KEY'];
}

export function usesSandboxMail(own: NodeJS.ProcessEnv): boolean {
  return !own['SENDGRID_API_KEY'];
}

function sandboxStripe(secrets: Secrets, sandboxUrl: string): Omit<Providers, 'worker'> {
  return {
    gateway: {
      STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
      STRIPE_SCRIPT_URL: '/sandbox/stripe.js',
    },
    payment: {
      STRIPE_SECRET_KEY: secrets.stripeSecretKey,
      STRIPE_WEBHOOK_SECRETS: secrets.stripeWebhookSecret,
      STRIPE_API_URL: sandboxUrl,
    },
  };
}

function ownStripe(own: NodeJS.ProcessEnv, secrets: Secrets): Omit<Providers, 'worker'> {
  if (!own['STRIPE_PUBLISHABLE_KEY']) {
    throw new Error(
      'STRIPE_SECRET_KEY is set: set STRIPE_PUBLISHABLE_KEY of the same account too.',
    );
  }
  return {
    gateway: { STRIPE_PUBLISHABLE_KEY: own['STRIPE_PUBLISHABLE_KEY'] },
    payment: {
      STRIPE_SECRET_KEY: own['STRIPE_SECRET_KEY'],
      // Until the person sets theirs, no webhook is believed; purchases are recorded all the same.
      STRIPE_WEBHOOK_SECRETS: own['STRIPE_WEBHOOK_SECRETS'] || secrets.stripeWebhookSecret,
      STRIPE_API_URL: own['STRIPE_API_URL'],
    },
  };
}
