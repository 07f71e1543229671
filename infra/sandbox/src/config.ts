import { z } from 'zod';

const Environment = z.object({
  NODE_ENV: z
    .string()
    .optional()
    .refine((value) => value !== 'production', 'the sandbox never runs in production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(8090),
  /** The address to listen on; both loopback addresses by default. */
  HOST: z.string().min(1).optional(),
  /** Accepted host names, without ports, in addition to the loopback names. */
  ALLOWED_HOSTS: z.string().default(''),
  PUBLIC_URL: z.url().default('http://localhost:8080'),
  GATEWAY_URL: z.url().default('http://localhost:8080'),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRETS: z.string().min(1),
  SENDGRID_API_KEY: z.string().min(1),
  SENDGRID_WEBHOOK_PRIVATE_KEY: z
    .string()
    .transform((text) => text.replaceAll('\\n', '\n'))
    .refine((text) => text.includes('-----BEGIN'), 'must be PEM'),
  TWILIO_ACCOUNT_SID: z.string().regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 hex digits'),
  TWILIO_AUTH_TOKEN: z.string().min(1),
  STATE_FILE: z.string().min(1).optional(),
});

export interface Config {
  port: number;
  /** Addresses to listen on. */
  hosts: string[];
  allowedHosts: string[];
  /** The gateway's public URL; browsers reach the sandbox at /sandbox below it. */
  publicUrl: string;
  gatewayUrl: string;
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string };
  sendgrid: { apiKey: string; webhookPrivateKey: string };
  twilio: { accountSid: string; authToken: string };
  /** Null: state is kept in memory only. */
  stateFile: string | null;
}

export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success)
    throw new Error(`The sandbox cannot start:\n${z.prettifyError(parsed.error)}`);
  const env = parsed.data;
  const [webhookSecret = ''] = env.STRIPE_WEBHOOK_SECRETS.split(',').map((part) => part.trim());
  return {
    port: env.PORT,
    hosts: env.HOST ? [env.HOST] : ['127.0.0.1', '::1'],
    allowedHosts: env.ALLOWED_HOSTS.split(',')
      .map((name) => name.trim().toLowerCase())
      .filter(Boolean),
    publicUrl: withoutSlash(env.PUBLIC_URL),
    gatewayUrl: withoutSlash(env.GATEWAY_URL),
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY,
      webhookSecret,
    },
    sendgrid: {
      apiKey: env.SENDGRID_API_KEY,
      webhookPrivateKey: env.SENDGRID_WEBHOOK_PRIVATE_KEY,
    },
    twilio: { accountSid: env.TWILIO_ACCOUNT_SID, authToken: env.TWILIO_AUTH_TOKEN },
    stateFile: env.STATE_FILE ?? null,
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
