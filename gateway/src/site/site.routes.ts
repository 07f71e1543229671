import { openApiDocument } from '@cairn/contracts/http/openapi.ts';
import { getConfig, getOpenApi, type SiteConfig } from '@cairn/contracts/http/site.ts';
import { Router } from 'express';
import { prepareBody, sendReady } from './ready-body.ts';

/** What the browser must know at run time, and the contract as a document. */
export function siteRoutes(site: SiteConfig): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const config = prepareBody(site);
  const openApi = prepareBody(openApiDocument());
  router.get(getConfig.path, (_request, response) => sendReady(response, config));
  router.get(getOpenApi.path, (_request, response) => sendReady(response, openApi));
  return router;
}
