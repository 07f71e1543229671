import type { Secrets } from './secrets.ts';

type Variables = Record<string, string | undefined>;

/** Variables of each process that calls a provider. */
export type Providers = Record<'gateway' | 'payment' | 'notification' | 'worker', Variables>;

export function usesSandboxStripe(own: NodeJS.ProcessEnv): boolean {
  return !own['STRIPE_SECRET_KEY'];
}

export function usesSandboxMail(own: NodeJS.ProcessEnv): boolean {
  return !own['SENDGRID_API_KEY'];
}

/**
 * The sandbox replaces each provider whose key is not in the user's environment. Without a configured
 * secret or key for a provider's webhooks, each of them is refused.
 */
export function providersFrom(
  own: NodeJS.ProcessEnv,
  secrets: Secrets,
  sandboxUrl: string,
): Providers {
  const mail = usesSandboxMail(own)
    ? { SENDGRID_API_KEY: secrets.sendgridApiKey, SENDGRID_API_URL: sandboxUrl }
    : pick(own, ['SENDGRID_API_KEY', 'SENDGRID_API_URL']);
  const sms = own['TWILIO_AUTH_TOKEN']
    ? pick(own, ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_API_URL', 'TWILIO_FROM'])
    : {
        TWILIO_ACCOUNT_SID: secrets.twilioAccountSid,
        TWILIO_AUTH_TOKEN: secrets.twilioAuthToken,
        TWILIO_API_URL: sandboxUrl,
        TWILIO_FROM: '+15005550006',
      };
  return {
    ...(usesSandboxStripe(own) ? sandboxStripe(secrets, sandboxUrl) : ownStripe(own, secrets)),
    notification: {
      SENDGRID_WEBHOOK_PUBLIC_KEY:
        (!usesSandboxMail(own) && own['SENDGRID_WEBHOOK_PUBLIC_KEY']) ||
        secrets.sendgridWebhook.publicKey,
      TWILIO_AUTH_TOKEN: sms['TWILIO_AUTH_TOKEN'],
    },
    worker: { ...mail, ...sms },
  };
}

type StripeProviders = Pick<Providers, 'gateway' | 'payment'>;

function sandboxStripe(secrets: Secrets, sandboxUrl: string): StripeProviders {
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

function ownStripe(own: NodeJS.ProcessEnv, secrets: Secrets): StripeProviders {
  if (!own['STRIPE_PUBLISHABLE_KEY']) {
    throw new Error(
      'STRIPE_SECRET_KEY is set: set STRIPE_PUBLISHABLE_KEY of the same account too.',
    );
  }
  return {
    gateway: pick(own, ['STRIPE_PUBLISHABLE_KEY']),
    payment: {
      ...pick(own, ['STRIPE_SECRET_KEY', 'STRIPE_API_URL']),
      STRIPE_WEBHOOK_SECRETS: own['STRIPE_WEBHOOK_SECRETS'] || secrets.stripeWebhookSecret,
    },
  };
}

function pick(own: NodeJS.ProcessEnv, names: readonly string[]): Variables {
  return Object.fromEntries(names.map((name) => [name, own[name]]));
}
