import { stripeWebhook } from '@cairn/contracts/http/payments.ts';
import { MAX_WEBHOOK_BYTES } from '@cairn/contracts/http/route.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import express, { Router } from 'express';
import type { SignatureCheck } from './signature.ts';
import type { Webhooks } from './webhooks.service.ts';

// The signature covers the raw bytes.
const readBytes = express.raw({ type: () => true, limit: MAX_WEBHOOK_BYTES, inflate: false });

/**
 * The only route without `routes.add`, which would parse the body. Its access rule is the signature,
 * which is checked before anything else.
 */
export function createWebhookRouter(deps: {
  checkSignature: SignatureCheck;
  webhooks: Webhooks;
  logger: Logger;
}): Router {
  const router = Router();
  router.post(stripeWebhook.path, readBytes, async (request, response) => {
    const headers = request.headersDistinct['stripe-signature'] ?? [];
    const event = deps.checkSignature(request.body, headers);
    await deps.webhooks.receive(event);
    response.json({ received: true });
  });
  return router;
}
