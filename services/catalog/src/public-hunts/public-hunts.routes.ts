import {
  getPublicHunt as getPublicHuntRoute,
  getSharePicture,
} from '@cairn/contracts/http/public-hunts.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { parse, type Routes } from '@cairn/service-kit/routes.ts';
import { type Request, type Response, Router } from 'express';
import { createSharePictures } from '../share-picture/share-pictures.ts';
import { getPublicHunt } from './public-hunts.service.ts';

export function addPublicHuntRoutes(routes: Routes, pool: Pool): void {
  routes.add(getPublicHuntRoute, ({ params }) => getPublicHunt(pool, params.handle));
}

/** Does not use `routes.add`, which answers JSON. */
export function createSharePictureRouter(pool: Pool): Router {
  const router = Router();
  const pictures = createSharePictures();
  router.get(
    getSharePicture.path,
    async (request: Request<{ handle: string }>, response: Response) => {
      const { handle } = parse(getSharePicture.params, request.params);
      const hunt = await getPublicHunt(pool, handle);
      const { etag, jpeg } = await pictures.of(hunt);
      response.set({
        'cache-control': 'public, max-age=3600',
        etag,
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
        // Other sites show the picture of a shared link.
        'cross-origin-resource-policy': 'cross-origin',
      });
      // Not express' `fresh`: fetch adds `Cache-Control: no-cache` to a conditional request.
      if (request.headers['if-none-match'] === etag) response.status(304).end();
      else response.end(jpeg);
    },
  );
  return router;
}
