import type { Secrets } from './secrets.ts';

type Variables = Record<string, string | undefined>;

/** Variables of each process that calls a provider. */
export type Providers = {
  gateway: Variables;
  payment: Variables;
  notification: Variables;
  worker: Variables;
};

/** The sandbox replaces each provider whose key is not in the user's environment. */
export function providersFrom(
  own: NodeJS.ProcessEnv,
  secrets: Secrets,
  sandboxUrl: string,
): Providers {
  const stripe = own['STRIPE_SECRET_KEY']
    ? ownStripe(own, secrets)
    : sandboxStripe(secrets, sandboxUrl);
  const mail = own['SENDGRID_API_KEY'] ? ownMail(own, secrets) : sandboxMail(secrets, sandboxUrl);
  const sms = own['TWILIO_AUTH_TOKEN'] ? ownSms(own) : sandboxSms(secrets, sandboxUrl);
  return {
    ...stripe,
    notification: { ...mail.notification, TWILIO_AUTH_TOKEN: sms.TWILIO_AUTH_TOKEN },
    worker: { ...mail.worker, ...sms },
  };
}

export function usesSandboxStripe(own: NodeJS.ProcessEnv): boolean {
  return !own['STRIPE_SECRET_KEY'];
}

export function usesSandboxMail(own: NodeJS.ProcessEnv): boolean {
  return !own['SENDGRID_API_KEY'];
}

function sandboxMail(secrets: Secrets, sandboxUrl: string) {
  return {
    notification: { SENDGRID_WEBHOOK_PUBLIC_KEY: secrets.sendgridWebhook.publicKey },
    worker: { SENDGRID_API_KEY: secrets.sendgridApiKey, SENDGRID_API_URL: sandboxUrl },
  };
}

function ownMail(own: NodeJS.ProcessEnv, secrets: Secrets) {
  return {
    notification: {
      // Without a configured key every webhook is refused.
      SENDGRID_WEBHOOK_PUBLIC_KEY:
        own['SENDGRID_WEBHOOK_PUBLIC_KEY'] || secrets.sendgridWebhook.publicKey,
    },
    worker: {
      SENDGRID_API_KEY: own['SENDGRID_API_KEY'],
      SENDGRID_API_URL: own['SENDGRID_API_URL'],
    },
  };
}

function sandboxSms(secrets: Secrets, sandboxUrl: string) {
  return {
    TWILIO_ACCOUNT_SID: secrets.twilioAccountSid,
    TWILIO_AUTH_TOKEN: secrets.twilioAuthToken,
    TWILIO_API_URL: sandboxUrl,
    TWILIO_FROM: '+15005550006',
  };
}

function ownSms(own: NodeJS.ProcessEnv) {
  return {
    TWILIO_ACCOUNT_SID: own['TWILIO_ACCOUNT_SID'],
    TWILIO_AUTH_TOKEN: own['TWILIO_AUTH_TOKEN'],
    TWILIO_API_URL: own['TWILIO_API_URL'],
    TWILIO_FROM: own['TWILIO_FROM'],
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
    gateway: { STRIPE_PUBLISHABLE_KEY: own['STRIPE_PUBLISHABLE_KEY'] },
    payment: {
      STRIPE_SECRET_KEY: own['STRIPE_SECRET_KEY'],
      // Without a configured secret every webhook is refused; purchases are still recorded.
      STRIPE_WEBHOOK_SECRETS: own['STRIPE_WEBHOOK_SECRETS'] || secrets.stripeWebhookSecret,
      STRIPE_API_URL: own['STRIPE_API_URL'],
    },
  };
}
