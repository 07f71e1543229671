import { timingSafeEqual } from 'node:crypto';
import { type ErrorRequestHandler, json, type RequestHandler, Router } from 'express';
import { disconnectSignal } from '../caller.ts';
import { type FaultBoard, InjectedFailure, InjectedHang } from '../faults/faults.ts';
import { newId } from '../ids.ts';
import type { Inbox } from '../inbox/messages.ts';
import type { Log } from '../log.ts';
import { checkMail, refusal, type SendGridError } from './mail-checks.ts';
import type { MailEvents } from './mail-events.ts';
import { MailParams } from './mail-params.ts';
import { messagesOf } from './outgoing-mail.ts';

interface SendGridOptions {
  apiKey: string;
  inbox: Inbox;
  events: MailEvents;
  faults: FaultBoard;
  log: Log;
}

export function sendGridRoutes(options: SendGridOptions): Router {
  const router = Router();
  router.use(authorized(options.apiKey));
  router.post('/mail/send', json({ limit: '30mb' }), async (req, res) => {
    const gone = disconnectSignal(req, res);
    await options.faults.beforeCall('sendgrid', gone);
    const mail = MailParams.safeParse(req.body ?? {});
    const errors = mail.success ? checkMail(mail.data) : [badType(mail.error.issues[0]?.path)];
    if (!mail.success || errors.length > 0) {
      options.log('mail.refused', { fields: errors.map((error) => error.field) });
      return void res.status(400).json({ errors });
    }
    const providerId = newId('', 22);
    const messages = messagesOf(mail.data, providerId);
    for (const message of messages) options.inbox.add(message);
    options.events.queueDelivered(messages);
    options.log('mail.accepted', { providerId, messages: messages.length });
    await options.faults.beforeAnswer('sendgrid', gone);
    res.status(202).set('X-Message-Id', providerId).end();
  });
  router.use((_req, res) => void res.status(404).json({ errors: [refusal('not found', null)] }));
  router.use(refuse(options.log));
  return router;
}

function authorized(apiKey: string): RequestHandler {
  return (req, res, next) => {
    const given = Buffer.from(req.get('authorization') ?? '');
    const wanted = Buffer.from(`Bearer ${apiKey}`);
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) return next();
    const message = 'The provided authorization grant is invalid, expired, or revoked';
    res.status(401).json({ errors: [refusal(message, null)] });
  };
}

function badType(path: PropertyKey[] = []): SendGridError {
  const field = path.map(String).join('.');
  return refusal(`The ${field || 'request'} parameter has the wrong type.`, field || null);
}

function refuse(log: Log): ErrorRequestHandler {
  return (error, req, res, _next) => {
    if (error instanceof InjectedHang) return void req.socket.destroy();
    const known = error instanceof InjectedFailure || (error instanceof Error && 'status' in error);
    const status = known ? Number(error.status) : 500;
    if (!known) log('sendgrid.fault', { message: String(error) });
    if (status === 429) res.set('X-RateLimit-Reset', String(Math.ceil(Date.now() / 1000) + 1));
    const message = status < 500 ? 'Bad Request' : 'Internal Server Error';
    res
      .status(status)
      .json({ errors: [refusal(status === 429 ? 'too many requests' : message, null)] });
  };
}
