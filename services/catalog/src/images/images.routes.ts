import { getImage, uploadImage } from '@cairn/contracts/http/images.ts';
import type { PublishEvent } from '@cairn/events/outbox.ts';
import type { StaffRoutes } from '@cairn/events/staff-routes.ts';
import type { Pool } from '@cairn/postgres/pool.ts';
import { NotFoundError } from '@cairn/service-kit/errors.ts';
import type { Logger } from '@cairn/service-kit/logger.ts';
import { type Request, type Response, Router } from 'express';
import { contentTypeOf } from './image-type.ts';
import { encodeImage, saveImage } from './images.service.ts';
import { findImage, hasImage } from './images.store.ts';
import { receiveImage } from './upload.ts';

const NAME = /^[0-9a-f]{64}\.[a-z]{3}$/;

export function addImageRoutes(
  routes: StaffRoutes,
  { publish, logger }: { publish: PublishEvent; logger: Logger },
): void {
  const receive = async (request: Request) => encodeImage(await receiveImage(request), logger);
  routes.addStaffAct(
    uploadImage,
    async (tx, { identity, upload, afterCommit }) => {
      const adminId = identity.userId;
      const { src, isNew } = await saveImage(tx, publish, { ...upload, adminId });
      const bytes = upload.content.length;
      if (isNew) afterCommit(() => logger.info({ src, adminId, bytes }, 'image.uploaded'));
      return { src };
    },
    { receive },
  );
}

/** Does not use `routes.add`, which answers JSON. Images are public; the only input is the name. */
export function createImageRouter(pool: Pool): Router {
  const router = Router();
  router.get(getImage.path, async (request: Request<{ name: string }>, response: Response) => {
    const { name } = request.params;
    if (!NAME.test(name)) throw new NotFoundError();
    const etag = `"${name}"`;
    const isKnown = request.headers['if-none-match'] === etag && (await hasImage(pool, name));
    const content = isKnown ? null : await findImage(pool, name);
    if (!isKnown && !content) throw new NotFoundError();
    response.set({
      'cache-control': 'public, max-age=31536000, immutable',
      etag,
      'content-type': contentTypeOf(name),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      // Mail clients show images on other origins.
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (content) response.end(content);
    else response.status(304).end();
  });
  return router;
}
