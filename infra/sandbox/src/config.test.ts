import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const environment = {
  PORT: '8090',
  PUBLIC_URL: 'http://localhost:8080/',
  GATEWAY_URL: 'http://localhost:8080',
  STRIPE_SECRET_KEY: 'sk_test_a',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_a',
  STRIPE_WEBHOOK_SECRETS: 'whsec_new, whsec_old',
  SENDGRID_API_KEY: 'SG.a',
  SENDGRID_WEBHOOK_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nMIGH\\n-----END PRIVATE KEY-----',
  TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'b',
};

describe('configuration', () => {
  it('signs with the first of several webhook secrets', () => {
    const config = readConfig(environment);
    expect(config.stripe.webhookSecret).toBe('whsec_new');
    expect(config.gatewayUrl).toBe('http://localhost:8080');
    expect(config.publicUrl).toBe('http://localhost:8080');
  });

  it('throws when NODE_ENV is production', () => {
    expect(() => readConfig({ ...environment, NODE_ENV: 'production' })).toThrow(/production/);
  });

  it('lists all missing variables in one error', () => {
    expect(() => readConfig({})).toThrow(
      /STRIPE_SECRET_KEY[\s\S]*SENDGRID_API_KEY[\s\S]*TWILIO_AUTH_TOKEN/,
    );
  });
});
