import { randomUUID, sign } from 'node:crypto';
import { sendgridWebhook } from '@cairn/contracts/http/messages.ts';
import { type Answer, call } from '@cairn/testing/http.ts';
import type { Notification } from './harness.ts';
import { messageKeys } from './message-keys.ts';

export function mailEvent(event: Record<string, unknown>) {
  return { sg_event_id: randomUUID(), timestamp: Math.floor(Date.now() / 1_000), ...event };
}

/** Posts events to the webhook as SendGrid does, signed. */
export async function sendMailEvents(
  notification: Notification,
  ...events: Record<string, unknown>[]
): Promise<Answer> {
  const body = JSON.stringify(events.map(mailEvent));
  return postSigned(notification, body);
}

export async function postSigned(
  notification: Notification,
  body: string | Buffer,
  change: Record<string, string> = {},
  at = String(Math.floor(Date.now() / 1_000)),
): Promise<Answer> {
  const signed = Buffer.concat([Buffer.from(at), Buffer.from(body)]);
  const signature = sign('sha256', signed, messageKeys.sendgrid.privateKey).toString('base64');
  return call(notification.url + sendgridWebhook.path, {
    raw: body,
    headers: {
      'content-type': 'application/json',
      'x-twilio-email-event-webhook-signature': signature,
      'x-twilio-email-event-webhook-timestamp': at,
      ...change,
    },
  });
}
