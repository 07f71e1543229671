import { z } from 'zod';
import { defineRoute } from './route.ts';

export const getConfig = defineRoute({
  owner: 'gateway',
  method: 'GET',
  path: '/api/config',
  access: 'anyone',
  summary: 'What the web app needs at run time',
  answer: z.object({
    stripePublishableKey: z.string(),
    stripeScriptUrl: z.string().nullable(),
    mapTileUrl: z.string(),
    /** Null: the page darkens the light tiles. */
    mapTileUrlDark: z.string().nullable(),
    mapAttribution: z.string(),
    sandbox: z.boolean(),
  }),
});
export type SiteConfig = z.infer<typeof getConfig.answer>;

export const getOpenApi = defineRoute({
  owner: 'gateway',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'anyone',
  summary: 'This contract as OpenAPI 3.1',
  answer: z.record(z.string(), z.unknown()),
});
