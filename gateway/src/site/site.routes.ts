import { openApiDocument } from '@cairn/contracts/http/openapi.ts';
import { getConfig, getOpenApi, type SiteConfig } from '@cairn/contracts/http/site.ts';
import { Router } from 'express';
import { prepareBody, sendPrepared } from './prepared-body.ts';

/** Runtime configuration of the web app, and the OpenAPI document. */
export function siteRoutes(site: SiteConfig): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const config = prepareBody(site);
  const openApi = prepareBody(openApiDocument());
  router.get(getConfig.path, (_request, response) => sendPrepared(response, config));
  router.get(getOpenApi.path, (_request, response) => sendPrepared(response, openApi));
  return router;
}
