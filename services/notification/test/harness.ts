import { randomBytes, randomUUID } from 'node:crypto';
import { userRegistered } from '@cairn/contracts/events/users.ts';
import { createMemoryBus } from '@cairn/events/memory.ts';
import type { LimitOverrides } from '@cairn/service-kit/limit-overrides.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { deliver } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call, startApp } from '@cairn/testing/http.ts';
import { neverRevoked, noRevocations, testKeys } from '@cairn/testing/identity.ts';
import { createSandbox } from '../../../infra/sandbox/src/app.ts';
import { createApp } from '../src/app.ts';
import { loadConfig, loadWorkerConfig } from '../src/config.ts';
import { createNotification } from '../src/service.ts';
import { createWorkerService, type WorkerOverrides } from '../src/worker-service.ts';
import { messageKeys } from './message-keys.ts';
import { queueTiming } from './queue-timing.ts';

export const POSTAL_ADDRESS = 'Cairn, 1 Trail Street, Montpelier, VT 05602';

const MANY = { points: 1_000_000 };
/** The SMS budget has one key in Redis, which other test files use as well. */
const UNLIMITED_SMS: LimitOverrides = {
  ...{ 'sms-hour': MANY, 'sms-day': MANY, 'sms-code-hour': MANY, 'sms-code-day': MANY },
};

export type SentMail = { id: string; to: string; subject: string; text: string; html: string };

/**
 * The service, its worker and the sandbox as the providers, on a separate database. With webhooks the
 * sandbox reports the outcome of messages to the service.
 */
export async function startNotification(
  overrides: WorkerOverrides = {},
  {
    hasWebhooks = false,
    redisUrl = getInfrastructure().redisUrl,
    limits = UNLIMITED_SMS,
  }: { hasWebhooks?: boolean; redisUrl?: string; limits?: LimitOverrides } = {},
) {
  const database = await createTestDatabase();
  const bus = createMemoryBus();
  const queuePrefix = `test:${randomBytes(6).toString('hex')}`;
  const common = {
    ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', REDIS_URL: redisUrl },
    POSTAL_ADDRESS,
    LIMITS: JSON.stringify(limits),
    // Twilio's magic test numbers are personal numbers.
    SMS_NUMBER_TYPES: 'MOBILE,FIXED_LINE_OR_MOBILE,PERSONAL_NUMBER',
  };
  const context = createNotification(
    loadConfig({
      ...noRevocations,
      ...common,
      ...testKeys,
      ...messageKeys.shared,
      PUBLIC_URL: 'https://cairn.example/',
      STAFF_EMAILS: 'staff@cairn.example, boss@cairn.example',
      STAFF_PHONES: '+18025550199',
      SENDGRID_WEBHOOK_PUBLIC_KEY: messageKeys.sendgrid.publicKey.toString('base64'),
      TWILIO_AUTH_TOKEN: messageKeys.twilio.authToken,
      DATABASE_URL: database.urlOf('notification'),
      KAFKA_BROKERS: 'none:1',
    }),
    {
      ...{ bus, queuePrefix, revocations: neverRevoked },
      queueTiming: overrides.queueTiming ?? queueTiming,
    },
  );
  await context.redis.connect();
  const app = await startApp(createApp(context));
  const sandbox = createSandbox(
    {
      port: 0,
      hosts: ['127.0.0.1'],
      allowedHosts: [],
      publicUrl: 'https://cairn.example',
      gatewayUrl: hasWebhooks ? app.url : 'http://127.0.0.1:1',
      stripe: { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecret: 'whsec_x' },
      sendgrid: { apiKey: 'SG.test', webhookPrivateKey: messageKeys.sendgrid.privateKey },
      twilio: messageKeys.twilio,
      stateFile: null,
    },
    { log: () => {} },
  );
  const provider = await startApp(sandbox.app);
  const linkSealKey = randomBytes(32);
  const workerEnvironment = {
    ...common,
    DATABASE_URL: database.urlOf('notification'),
    ...messageKeys.shared,
    PUBLIC_URL: 'https://cairn.example/',
    LINK_SEAL_KEY: linkSealKey.toString('base64'),
    TWILIO_ACCOUNT_SID: messageKeys.twilio.accountSid,
    TWILIO_AUTH_TOKEN: messageKeys.twilio.authToken,
    TWILIO_API_URL: provider.url,
    TWILIO_FROM: '+15005550006',
    SENDGRID_API_KEY: 'SG.test',
    SENDGRID_API_URL: provider.url,
    MAIL_FROM: 'Cairn <hello@cairn.example>',
  };
  const worker = createWorkerService(loadWorkerConfig(workerEnvironment), {
    queuePrefix,
    queueTiming,
    ...overrides,
  });
  await worker.redis.connect();
  context.consumer.start();

  return {
    database,
    context,
    worker,
    linkSealKey,
    url: app.url,
    providerUrl: provider.url,
    queuePrefix,
    /** The environment of a worker as a separate process. */
    workerEnvironment,
    deliver: (event: Parameters<typeof deliver>[1]) => deliver(bus, event),
    async startWorker() {
      for (const service of worker.backgroundServices) await service.start?.();
    },
    async mailsTo(address: string): Promise<SentMail[]> {
      const { body } = await call(`${provider.url}/messages?to=${encodeURIComponent(address)}`);
      return body as SentMail[];
    },
    /** Simulates the reaction of a mailbox or recipient to a message. */
    async react(messageId: string, reaction: 'bounce' | 'spam' | 'stop' | 'start') {
      return call(`${provider.url}/messages/${messageId}/${reaction}`, { method: 'POST' });
    },
    async setFaults(faults: Record<string, unknown>) {
      await call(`${provider.url}/faults`, {
        method: 'PUT',
        json: { provider: 'sendgrid', ...faults },
      });
    },
    async register(email: string): Promise<string> {
      const userId = randomUUID();
      const person = { userId, version: 1, email, firstName: null, lastName: null };
      await deliver(
        bus,
        makeEvent(userRegistered, { ...person, emailVerified: false, status: 'active' }),
      );
      return userId;
    },
    async stop() {
      await app.stop();
      for (const service of [
        ...context.backgroundServices,
        ...worker.backgroundServices,
      ].toReversed())
        await service.stop();
      await provider.stop();
      sandbox.close();
      await database.drop();
    },
  };
}

export type Notification = Awaited<ReturnType<typeof startNotification>>;
