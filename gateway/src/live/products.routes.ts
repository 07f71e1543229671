import { listProducts, streamProducts } from '@cairn/contracts/http/hunts.ts';
import { addressKey, clientAddress } from '@cairn/service-kit/client-address.ts';
import { AppError } from '@cairn/service-kit/errors.ts';
import { Router } from 'express';
import { sendPrepared } from '../site/prepared-body.ts';
import type { LiveStream } from './live-stream.ts';
import type { Products } from './products.ts';

/** GET /api/products and its live stream, served from memory. */
export function productRoutes(products: Products, stream: LiveStream): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(listProducts.path, (_request, response) => {
    const list = products.list();
    if (!list) throw notLoaded();
    sendPrepared(response, list);
  });
  router.get(streamProducts.path, (request, response) => {
    if (request.method === 'HEAD') return response.type('text/event-stream').end();
    stream.add(response, addressKey(clientAddress(request)));
  });
  return router;
}

function notLoaded(): AppError {
  return new AppError('The hunts are being fetched. Please try again.', {
    code: 'not_loaded',
    status: 503,
    headers: { 'retry-after': '1' },
  });
}
