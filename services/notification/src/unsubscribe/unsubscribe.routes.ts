import { showUnsubscribe, unsubscribe } from '@cairn/contracts/http/messages.ts';
import { AppError, InvalidInputError } from '@cairn/service-kit/errors.ts';
import express, { type Request, type Response, Router } from 'express';
import { invalidLinkPage, unsubscribePage } from './unsubscribe.page.ts';
import { INVALID_LINK, type Unsubscribe } from './unsubscribe.service.ts';

// The page's form or the field of RFC 8058, with any content type.
const readBody = express.text({ type: () => true, limit: '10kb' });
/** Matches a form field and a part of a multipart body. */
const ONE_CLICK = /List-Unsubscribe(=|"[\s\S]{0,200}?)One-Click/i;

/**
 * Does not use `routes.add`, since it serves a page and takes a form. The signed token authorises the
 * call without a login.
 */
export function createUnsubscribeRouter(service: Unsubscribe): Router {
  const router = Router();
  router.get(showUnsubscribe.path, async (request, response) => {
    await withToken(request, response, async (token) => {
      service.check(token);
      response.type('html').send(unsubscribePage());
    });
  });
  router.post(unsubscribe.path, readBody, async (request, response) => {
    await withToken(request, response, async (token) => {
      await service.unsubscribe(token);
      if (isBrowser(request)) response.redirect(303, '/unsubscribe-success');
      else response.json({ message: 'Unsubscribed Successfully' });
    });
  });
  return router;
}

/** Runs `work` with the token of the query; a browser with an invalid link gets a page. */
async function withToken(
  request: Request,
  response: Response,
  work: (token: string) => Promise<void>,
): Promise<void> {
  response.set({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  try {
    const query = showUnsubscribe.query.safeParse(request.query);
    if (!query.success) throw new InvalidInputError(INVALID_LINK);
    await work(query.data.token);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 400 || !wantsPage(request)) throw error;
    response.status(400).type('html').send(invalidLinkPage(error.message));
  }
}

/** A browser is redirected; RFC 8058 forbids a redirect for one-click calls. */
function isBrowser(request: Request): boolean {
  if (typeof request.body === 'string' && ONE_CLICK.test(request.body)) return false;
  return wantsPage(request) || request.is('application/x-www-form-urlencoded') !== false;
}

function wantsPage(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}
