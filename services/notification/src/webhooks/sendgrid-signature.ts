import { createPublicKey, verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@cairn/service-kit/errors.ts';

/** Throws 400 if SendGrid did not sign the bytes within the last five minutes. */
export type SendGridCheck = (body: Buffer, headers: IncomingHttpHeaders) => void;

const TOLERANCE_SECONDS = 300;

/**
 * SendGrid's Event Webhook: ECDSA on P-256 over the timestamp and the raw body. `publicKey` is the
 * base64 text from its settings. Uses node's crypto, since @sendgrid/eventwebhook takes 6 ms of
 * JavaScript per call, and unauthenticated clients can make these calls.
 * https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
 */
export function createSendGridCheck(publicKey: string): SendGridCheck {
  const key = createPublicKey({
    key: Buffer.from(publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  return (body, headers) => {
    const signature = one(headers['x-twilio-email-event-webhook-signature']);
    const timestamp = one(headers['x-twilio-email-event-webhook-timestamp']);
    if (!isRecent(timestamp)) throw refused('the timestamp is missing or stale');
    const signed = Buffer.concat([Buffer.from(timestamp), body]);
    if (!verify('sha256', signed, key, Buffer.from(signature, 'base64')))
      throw refused('the signature does not match');
  };
}

function isRecent(timestamp: string): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS;
}

/** Node joins repeated headers with a comma, which then does not match. */
function one(header: string | string[] | undefined): string {
  return typeof header === 'string' ? header : '';
}

function refused(reason: string): AppError {
  return new AppError('The signature is not valid.', {
    code: 'webhook_refused',
    status: 400,
    cause: new Error(reason),
  });
}
