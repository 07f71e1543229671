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

/** The one endpoint that the configuration names; its secret is in nobody's answer, as there. */
export function webhookEndpointRoutes(webhookUrl: string, endpoint: MakeEndpoint): Router {
  const router = Router();
  const only = theEndpoint(webhookUrl);
  const shelf = { kind: 'webhook endpoint', url: '/v1/webhook_endpoints', entries: [only] };
  router.get(
    '/',
    endpoint('secret', ({ params: given }) => {
      const params = readParams(ListParams, given);
      return () => listPage(shelf, params);
    }),
  );
  router.get(
    '/:id',
    endpoint('secret', ({ id }) => () => {
      if (id !== only.id) throw missing(shelf.kind, id);
      return only;
    }),
  );
  return router;
}

function theEndpoint(url: string): Stripe.WebhookEndpoint {
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
