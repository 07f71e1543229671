import { type Response, Router } from 'express';
import type { Inbox, Message } from '../inbox/messages.ts';
import type { Collection } from '../journal.ts';
import type { Log } from '../log.ts';
import type { MailEvents } from '../sendgrid/mail-events.ts';
import type { TwilioCallbacks } from '../twilio/callbacks.ts';

interface ReactionOptions {
  inbox: Inbox;
  mailEvents: MailEvents;
  callbacks: TwilioCallbacks;
  stopped: Collection<true>;
  log: Log;
}

/** Actions of a mailbox or recipient; each is reported by the provider's webhook. */
export function reactionRoutes(options: ReactionOptions): Router {
  const { inbox, mailEvents, callbacks, stopped, log } = options;
  const router = Router();
  const react = (
    name: string,
    channel: Message['channel'],
    act: (message: Message) => Promise<number | string>,
  ) => {
    router.post(`/messages/:id/${name}`, async (req, res) => {
      const message = inbox.find(req.params.id ?? '');
      if (!message) return void res.status(404).json({ error: 'No such message' });
      if (message.channel !== channel) return void refuse(res, name, channel);
      const answer = await act(message);
      log('message.reaction', { id: message.id, name, answer });
      res.json({ id: message.id, reaction: name, answer });
    });
  };
  react('bounce', 'email', (message) => mailEvents.send('bounce', message));
  react('spam', 'email', (message) => mailEvents.send('spamreport', message));
  react('stop', 'sms', (message) => {
    stopped.put(message.to, true);
    return callbacks.sendReply(message.to, message.from, 'STOP');
  });
  react('start', 'sms', (message) => {
    stopped.delete(message.to);
    return callbacks.sendReply(message.to, message.from, 'START');
  });
  return router;
}

function refuse(res: Response, name: string, channel: Message['channel']): void {
  const kind = channel === 'sms' ? 'a text message' : 'an email';
  res.status(400).json({ error: `Only ${kind} can be answered with ${name}` });
}
