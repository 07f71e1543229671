import { type RequestHandler, type Response, Router, urlencoded } from 'express';
import { disconnectSignal, errorHandler, isSameKey } from '../caller.ts';
import type { FaultBoard } from '../faults/faults.ts';
import type { Inbox } from '../inbox/messages.ts';
import type { Collection } from '../journal.ts';
import type { Log } from '../log.ts';
import type { TwilioCallbacks, TwilioKeys } from './callbacks.ts';
import {
  checkRecipient,
  checkSender,
  type TwilioError,
  twilioError,
  unsubscribed,
} from './refusals.ts';
import { acceptText, inboxMessage, type TextParams, textResource } from './text-messages.ts';

interface TwilioOptions {
  keys: TwilioKeys;
  inbox: Inbox;
  /** Numbers that have sent STOP. */
  stopped: Collection<true>;
  callbacks: TwilioCallbacks;
  faults: FaultBoard;
  log: Log;
}

const MAX_BODY_LENGTH = 1600;
const RETRY_AFTER_SECONDS = '1';

export function twilioRoutes(options: TwilioOptions): Router {
  const { keys, inbox, callbacks, faults, log } = options;
  const router = Router();
  router.use(authorized(keys));
  router.post(
    `/Accounts/${keys.accountSid}/Messages.json`,
    urlencoded({ extended: false, limit: '1mb' }),
    async (req, res) => {
      const gone = disconnectSignal(req, res);
      await faults.beforeCall('twilio', gone);
      const params = readParams(req.body ?? {});
      const error = check(params, options.stopped);
      if (error) {
        log('sms.refused', { code: error.code });
        return void res.status(error.status).json(error);
      }
      const accepted = acceptText(params);
      inbox.add(inboxMessage(accepted));
      log('sms.accepted', { sid: accepted.sid });
      const callbackUrl = text(req.body?.StatusCallback);
      if (callbackUrl) callbacks.sendDeliveryStatus(accepted, callbackUrl);
      await faults.beforeAnswer('twilio', gone);
      res.status(201).json(textResource(accepted, keys.accountSid));
    },
  );
  router.use((req, res) => {
    const message = `The requested resource ${req.originalUrl.split('?')[0]} was not found`;
    res.status(404).json(twilioError(20404, message, 404));
  });
  router.use(errorHandler((message) => log('twilio.fault', { message }), sendRefusal));
  return router;
}

function check({ to, from, body }: TextParams, stopped: Collection<true>): TwilioError | null {
  if (!to) return twilioError(21604, "A 'To' phone number is required.");
  if (!from) return twilioError(21603, "A 'From' phone number is required.");
  if (!body) return twilioError(21602, 'Message body is required.');
  if (body.length > MAX_BODY_LENGTH) {
    return twilioError(21617, 'The concatenated message body exceeds the 1600 character limit');
  }
  const refusal = checkSender(from) ?? checkRecipient(to);
  return refusal ?? (stopped.get(to) ? unsubscribed() : null);
}

function readParams(form: Record<string, unknown>): TextParams {
  return { to: text(form['To']), from: text(form['From']), body: text(form['Body']) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function authorized({ accountSid, authToken }: TwilioKeys): RequestHandler {
  const wanted = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return (req, res, next) => {
    if (isSameKey(req.get('authorization') ?? '', wanted)) return next();
    res.status(401).json(twilioError(20003, 'Authenticate', 401));
  };
}

function sendRefusal(res: Response, status: number): void {
  if (status === 429) {
    res.set('Retry-After', RETRY_AFTER_SECONDS);
    return void res.status(429).json(twilioError(20429, 'Too Many Requests', 429));
  }
  res.status(status).json(twilioError(20500, 'An internal server error has occurred', status));
}
