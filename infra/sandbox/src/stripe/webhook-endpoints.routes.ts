import { Router } from 'express';
import type Stripe from 'stripe';
import { z } from 'zod';
import { nowInSeconds } from '../ids.ts';
import { API_VERSION } from './account.ts';
import type { MakeEndpoint } from './endpoint.ts';
import { listPage, listParams } from './lists.ts';
import { readParams } from './params.ts';
import { missing } from './refusal.ts';

const ListParams = z.strictObject(listParams);

/** The configured webhook endpoint; like Stripe, list and retrieve never return its secret. */
export function webhookEndpointRoutes(webhookUrl: string, endpoint: MakeEndpoint): Router {
  const router = Router();
  const only = endpointFor(webhookUrl);
  const source = { kind: 'webhook endpoint', url: '/v1/webhook_endpoints', entries: [only] };
  router.get(
    '/',
    endpoint('secret', ({ params: given }) => {
      const params = readParams(ListParams, given);
      return () => listPage(source, params);
    }),
  );
  router.get(
    '/:id',
    endpoint('secret', ({ id }) => () => {
      if (id !== only.id) throw missing(source.kind, id);
      return only;
    }),
  );
  return router;
}

function endpointFor(url: string): Stripe.WebhookEndpoint {
  return {
    id: 'we_1sandbox',
    object: 'webhook_endpoint',
    api_version: API_VERSION,
    application: null,
    created: nowInSeconds(),
    description: null,
    enabled_events: ['*'],
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  };
}
