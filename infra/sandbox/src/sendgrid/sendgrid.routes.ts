import { json, type RequestHandler, type Response, Router } from 'express';
import { disconnectSignal, errorHandler, isSameKey } from '../caller.ts';
import type { FaultBoard } from '../faults/faults.ts';
import { newId, nowInSeconds } from '../ids.ts';
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
  router.use(errorHandler((message) => options.log('sendgrid.fault', { message }), sendRefusal));
  return router;
}

function authorized(apiKey: string): RequestHandler {
  return (req, res, next) => {
    if (isSameKey(req.get('authorization') ?? '', `Bearer ${apiKey}`)) return next();
    const message = 'The provided authorization grant is invalid, expired, or revoked';
    res.status(401).json({ errors: [refusal(message, null)] });
  };
}

function badType(path: PropertyKey[] = []): SendGridError {
  const field = path.map(String).join('.');
  return refusal(`The ${field || 'request'} parameter has the wrong type.`, field || null);
}

function sendRefusal(res: Response, status: number): void {
  // At least a second from now.
  if (status === 429) res.set('X-RateLimit-Reset', String(nowInSeconds() + 2));
  const message = status < 500 ? 'Bad Request' : 'Internal Server Error';
  const text = status === 429 ? 'too many requests' : message;
  res.status(status).json({ errors: [refusal(text, null)] });
}
