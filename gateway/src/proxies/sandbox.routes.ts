import { Router } from 'express';
import { readBody, sendAnswer } from './exchange.ts';
import type { Upstream } from './upstreams.ts';

const MAX_BODY_BYTES = 200_000;

/** Forwards /sandbox/* for browsers: inbox, card field, map tiles. */
export function sandboxRoutes(sandbox: Upstream): Router {
  const router = Router({ caseSensitive: true });
  router.use('/sandbox', async (request, response) => {
    // Its pages use relative URLs.
    if (request.originalUrl === '/sandbox') return response.redirect('/sandbox/');
    const body = await readBody(request, MAX_BODY_BYTES);
    sendAnswer(response, await sandbox.forward(request, response, body));
  });
  return router;
}
