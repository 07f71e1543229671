import { sendgridWebhook, twilioWebhook } from '@cairn/contracts/http/messages.ts';
import { MAX_WEBHOOK_BYTES } from '@cairn/contracts/http/route.ts';
import { AppError, InvalidInputError } from '@cairn/service-kit/errors.ts';
import express, { type Request, Router } from 'express';
// Imports only this file: the whole package takes a third of a second to load.
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import { z } from 'zod';
import type { SendGridCheck } from './sendgrid-signature.ts';
import type { SendGridWebhook } from './sendgrid-webhook.service.ts';
import { readTwilioEvent } from './twilio-events.ts';
import type { TwilioWebhook } from './twilio-webhook.service.ts';

// The signature covers the raw bytes, so the body is not parsed before the check.
const readBytes = express.raw({ type: () => true, limit: MAX_WEBHOOK_BYTES, inflate: false });
/** Empty TwiML: Twilio sends no reply. */
const EMPTY_TWIML = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

export type WebhookDependencies = {
  checkSendGrid: SendGridCheck;
  sendgrid: SendGridWebhook;
  twilio: TwilioWebhook;
  twilioAuthToken: string;
  /** Our public URL, which is part of Twilio's signature. */
  publicUrl: string;
};

/**
 * Does not use `routes.add`, which would parse the body. The signature authorises the call and is
 * checked before any effect.
 */
export function createWebhookRouter(deps: WebhookDependencies): Router {
  const router = Router();
  router.post(sendgridWebhook.path, readBytes, async (request, response) => {
    const body = rawBodyOf(request);
    deps.checkSendGrid(body, request.headers);
    await deps.sendgrid.receive(body);
    response.json({ received: true });
  });
  router.post(twilioWebhook.path, readBytes, async (request, response) => {
    const form = readForm(rawBodyOf(request));
    checkTwilio(request, form, deps);
    const event = readTwilioEvent(single(form), deliveryIn(request));
    if (!event) throw new InvalidInputError('The message has no id.');
    await deps.twilio.receive(event);
    response.type('text/xml').send(EMPTY_TWIML);
  });
  return router;
}

function checkTwilio(
  request: Request,
  form: Record<string, string | string[]>,
  { twilioAuthToken, publicUrl }: WebhookDependencies,
): void {
  const signature = request.get('x-twilio-signature') ?? '';
  const url = `${publicUrl}${request.originalUrl}`;
  if (signature && validateRequest(twilioAuthToken, signature, url, form)) return;
  throw new AppError('The signature is not valid.', { code: 'webhook_refused', status: 403 });
}

function rawBodyOf(request: Request): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** A repeated name becomes a list, as the signature requires. */
function readForm(body: Buffer): Record<string, string | string[]> {
  const params = new URLSearchParams(body.toString('utf8'));
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function single(form: Record<string, string | string[]>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.replaceAll('\0', '')]] : [],
    ),
  );
}

function deliveryIn({ query }: Request): string | null {
  return z.uuid().safeParse(query['delivery']).data ?? null;
}
