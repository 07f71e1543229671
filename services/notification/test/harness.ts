import { randomBytes, randomUUID } from 'node:crypto';
import { userRegistered } from '@cairn/contracts/events/users.ts';
import { createMemoryBus } from '@cairn/events/memory.ts';
import { getInfrastructure } from '@cairn/testing/config.ts';
import { createTestDatabase } from '@cairn/testing/database.ts';
import { deliver } from '@cairn/testing/drain.ts';
import { makeEvent } from '@cairn/testing/events.ts';
import { call, startApp } from '@cairn/testing/http.ts';
import { neverRevoked, noRevocations, testKeys } from '@cairn/testing/identity.ts';
import { createSandbox } from '../../../infra/sandbox/src/app.ts';
import { createApp } from '../src/app.ts';
import { loadConfig, loadWorkerConfig } from '../src/config.ts';
import { createContext } from '../src/context.ts';
import { createWorkerContext, type WorkerOverrides } from '../src/worker-context.ts';

export type SentMail = { to: string; subject: string; text: string; html: string };

/** The service, its worker and the sandbox as the mail provider, on a database of their own. */
export async function startNotification(overrides: WorkerOverrides = {}) {
  const database = await createTestDatabase();
  const { redisUrl } = getInfrastructure();
  const bus = createMemoryBus();
  const queuePrefix = `test:${randomBytes(6).toString('hex')}`;
  const sandbox = createSandbox(
    {
      port: 0,
      publicUrl: 'https://cairn.example',
      webhookUrl: 'http://127.0.0.1:1/',
      stripe: { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecret: 'whsec_x' },
      sendgridKey: 'SG.test',
      stateFile: null,
    },
    { log: () => {} },
  );
  const provider = await startApp(sandbox.app);
  const common = { NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', REDIS_URL: redisUrl };
  const context = createContext(
    loadConfig({
      ...noRevocations,
      ...common,
      ...testKeys,
      DATABASE_URL: database.urlOf('notification'),
      KAFKA_BROKERS: 'none:1',
    }),
    { bus, queuePrefix, revocations: neverRevoked },
  );
  const linkSealKey = randomBytes(32);
  const worker = createWorkerContext(
    loadWorkerConfig({
      ...common,
      DATABASE_URL: database.urlOf('notification'),
      PUBLIC_URL: 'https://cairn.example/',
      LINK_SEAL_KEY: linkSealKey.toString('base64'),
      SENDGRID_API_KEY: 'SG.test',
      SENDGRID_API_URL: provider.url,
      MAIL_FROM: 'Cairn <hello@cairn.example>',
    }),
    { queuePrefix, ...overrides },
  );
  const app = await startApp(createApp(context));
  context.consumer.start();

  return {
    database,
    context,
    worker,
    linkSealKey,
    url: app.url,
    deliver: (event: Parameters<typeof deliver>[1]) => deliver(bus, event),
    async startWorker() {
      for (const part of worker.parts) await ('start' in part ? part.start() : undefined);
    },
    async mailsTo(address: string): Promise<SentMail[]> {
      const { body } = await call(`${provider.url}/messages?to=${encodeURIComponent(address)}`);
      return body as SentMail[];
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
      for (const part of [...context.parts, ...worker.parts].toReversed()) await part.stop();
      await provider.stop();
      sandbox.close();
      await database.drop();
    },
  };
}

export type Notification = Awaited<ReturnType<typeof startNotification>>;
