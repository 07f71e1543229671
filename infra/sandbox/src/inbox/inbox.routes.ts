import { Router, static as serveStatic } from 'express';
import { z } from 'zod';
import type { Inbox } from './messages.ts';

/** ISO 8601, or milliseconds since 1970. */
const moment = z
  .string()
  .transform((value) => new Date(/^\d+$/.test(value) ? Number(value) : value))
  .refine((date) => !Number.isNaN(date.getTime()), 'not a time');

const Filter = z.object({
  to: z.string().min(1).optional(),
  channel: z.enum(['email', 'sms']).optional(),
  since: moment.optional(),
});

const PAGE_FOLDER = new URL('./page/', import.meta.url).pathname;

/** A message may load images and open links from any origin; scripts and forms are blocked. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  'img-src * data:',
  'font-src * data:',
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

export function inboxRoutes(inbox: Inbox): Router {
  const router = Router();
  router.get('/messages', (req, res) => {
    const filter = Filter.safeParse(req.query);
    res.set('Cache-Control', 'no-store');
    if (filter.success) res.json(inbox.list(filter.data));
    else res.status(400).json({ error: z.prettifyError(filter.error) });
  });
  router.get('/messages/:id', (req, res) => {
    const message = inbox.find(req.params.id);
    if (message) res.json(message);
    else res.status(404).json({ error: 'No such message' });
  });
  router.get('/messages/:id/html', (req, res) => {
    const message = inbox.find(req.params.id);
    res.set('Content-Security-Policy', `${PAGE_POLICY}; sandbox allow-popups allow-top-navigation`);
    if (message) res.type('html').send(message.html);
    else res.status(404).json({ error: 'No such message' });
  });
  router.use(
    serveStatic(PAGE_FOLDER, {
      cacheControl: false,
      setHeaders: (res) =>
        res
          .setHeader('Content-Security-Policy', PAGE_POLICY)
          .setHeader('Cache-Control', 'no-cache'),
    }),
  );
  return router;
}
