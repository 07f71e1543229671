import express, { type ErrorRequestHandler, type Express } from 'express';
import { scriptRoutes } from './browser/script.routes.ts';
import type { Config } from './config.ts';
import { faultRoutes } from './faults/faults.routes.ts';
import { FaultBoard } from './faults/faults.ts';
import { inboxRoutes } from './inbox/inbox.routes.ts';
import { Inbox } from './inbox/messages.ts';
import { Journal } from './journal.ts';
import { knownHost } from './known-host.ts';
import { EventCounter, type Log, logToStdout } from './log.ts';
import { WebhookDispatcher } from './provider-webhooks/webhook-dispatcher.ts';
import { reactionRoutes } from './reactions/reactions.routes.ts';
import { MailEvents } from './sendgrid/mail-events.ts';
import { sendGridRoutes } from './sendgrid/sendgrid.routes.ts';
import { StripeAccount } from './stripe/account.ts';
import { bankActionRoutes } from './stripe/bank-actions.routes.ts';
import { runTask } from './stripe/follow-ups.ts';
import { Scheduler, type Task } from './stripe/scheduler.ts';
import { stripeRoutes } from './stripe/stripe.routes.ts';
import { threeDSecureRoutes } from './stripe/three-d-secure.routes.ts';
import { webhookRoutes } from './stripe/webhooks.routes.ts';
import { type Delivery, WebhookSender } from './stripe/webhooks.ts';
import { createTileDrawer, type TileDrawer } from './tiles/tile-drawer.ts';
import { tileRoutes } from './tiles/tiles.routes.ts';
import { TwilioCallbacks } from './twilio/callbacks.ts';
import { twilioRoutes } from './twilio/twilio.routes.ts';

export interface Sandbox {
  app: Express;
  close: () => void;
  tiles: TileDrawer;
}

interface SandboxOptions {
  log?: Log;
  retryDelaysMs?: readonly number[];
  /** Delay before a pending refund completes or a test card's dispute opens. */
  followUpDelayMs?: number;
}

const FOLLOW_UP_DELAY_MS = 3000;

export function createSandbox(config: Config, options: SandboxOptions = {}): Sandbox {
  const counter = new EventCounter();
  const log = counter.counting(options.log ?? logToStdout);
  const journal = new Journal(config.stateFile);
  const faults = new FaultBoard();
  const inbox = new Inbox(journal);
  const webhookUrl = `${config.gatewayUrl}/api/webhooks/stripe`;
  const deliveries = journal.collection<Delivery>('deliveries');
  const webhooks = new WebhookSender({
    url: webhookUrl,
    secret: config.stripe.webhookSecret,
    deliveries,
    held: journal.collection<Delivery>('held'),
    faults,
    log,
    ...(options.retryDelaysMs ? { retryDelaysMs: options.retryDelaysMs } : {}),
  });
  const account = new StripeAccount({
    journal,
    publicUrl: config.publicUrl,
    deliver: (event) => webhooks.send(event),
    plan: (act, subject) => scheduler.plan(act, subject),
  });
  const scheduler = new Scheduler({
    tasks: journal.collection<Task>('tasks'),
    delayMs: options.followUpDelayMs ?? FOLLOW_UP_DELAY_MS,
    perform: (task) => runTask(account, task),
    log,
  });
  const stopped = journal.collection<true>('stopped-numbers');
  const dispatcher = new WebhookDispatcher({
    faults,
    log,
    ...(options.retryDelaysMs ? { retryDelaysMs: options.retryDelaysMs } : {}),
  });
  const mailEvents = new MailEvents({
    url: `${config.gatewayUrl}/api/webhooks/sendgrid`,
    privateKey: config.sendgrid.webhookPrivateKey,
    post: (webhook) => dispatcher.post(webhook),
  });
  const callbacks = new TwilioCallbacks({
    keys: config.twilio,
    publicUrl: config.publicUrl,
    gatewayUrl: config.gatewayUrl,
    post: (webhook) => dispatcher.post(webhook),
  });

  const tiles = createTileDrawer();
  const app = express();
  app.disable('x-powered-by').set('query parser', 'extended');
  app.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  app.get('/readyz', (_req, res) => void res.json({ status: 'ready', degraded: [] }));
  app.get('/metrics', (_req, res) => {
    const gauges = { messages: inbox.size, webhooks_pending: deliveries.size };
    res.type('text/plain').send(counter.render(gauges));
  });
  app.use(knownHost(config.allowedHosts));
  app.use('/v1', stripeRoutes({ keys: config.stripe, account, faults, webhookUrl }, log));
  app.use(bankActionRoutes(account, log), webhookRoutes(webhooks, account.events));
  app.use('/3ds', threeDSecureRoutes(account, log));
  app.use(
    '/v3',
    sendGridRoutes({ apiKey: config.sendgrid.apiKey, inbox, events: mailEvents, faults, log }),
  );
  app.use(
    '/2010-04-01',
    twilioRoutes({ keys: config.twilio, inbox, stopped, callbacks, faults, log }),
  );
  app.use(reactionRoutes({ inbox, mailEvents, callbacks, stopped, log }));
  app.use(faultRoutes(faults, log), tileRoutes(tiles), scriptRoutes(), inboxRoutes(inbox));
  app.use((_req, res) => void res.status(404).json({ error: 'Not found' }));
  app.use(handleError(log));
  webhooks.resume();
  scheduler.resume();

  const close = (): void => {
    scheduler.stop();
    webhooks.stop();
    mailEvents.stop();
    dispatcher.stop();
    journal.close();
  };
  return { app, close, tiles };
}

function handleError(log: Log): ErrorRequestHandler {
  return (error, _req, res, _next) => {
    const status = error instanceof Error && 'status' in error ? Number(error.status) : 500;
    if (status >= 500) log('sandbox.fault', { message: String(error) });
    res.status(status).json({ error: status >= 500 ? 'Internal error' : 'Bad request' });
  };
}
