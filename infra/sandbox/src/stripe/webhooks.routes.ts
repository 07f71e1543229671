import { json, Router } from 'express';
import type Stripe from 'stripe';
import { z } from 'zod';
import { matchesOne } from '../faults/faults.ts';
import type { Collection } from '../journal.ts';
import { type Delivery, shuffled, type WebhookSender } from './webhooks.ts';

const Release = z.strictObject({
  order: z.enum(['same', 'reverse', 'shuffle']).default('same'),
  /** Releases only these types (`charge.dispute.*` is a prefix); the others stay held. */
  types: z.array(z.string()).min(1).optional(),
  /** Releases only these deliveries, in this order. */
  ids: z.array(z.string()).min(1).optional(),
});

/** Sandbox routes: list held events, release them in a given order, resend an event. */
export function webhookRoutes(sender: WebhookSender, events: Collection<Stripe.Event>): Router {
  const router = Router();
  router.get('/webhooks/held', (_req, res) => {
    res.json(
      sender.held().map(({ id, event }) => ({ id, type: event.type, about: objectIdOf(event) })),
    );
  });
  router.post('/webhooks/release', json(), async (req, res) => {
    const release = Release.safeParse(req.body ?? {});
    if (!release.success) {
      return void res.status(400).json({ error: z.prettifyError(release.error) });
    }
    const chosen = choose(sender.held(), release.data);
    if (!chosen) return void res.status(404).json({ error: 'Not held' });
    res.json(await sender.release(chosen));
  });
  router.post('/webhooks/:event/send', async (req, res) => {
    const event = events.get(req.params.event);
    if (!event) return void res.status(404).json({ error: 'Not found' });
    res.json({ id: event.id, type: event.type, answer: await sender.resend(event) });
  });
  return router;
}

/** Null if one of the given ids is not held. */
function choose(held: Delivery[], release: z.infer<typeof Release>): Delivery[] | null {
  const { ids, types, order } = release;
  if (ids) {
    const named = ids.flatMap((id) => held.find((delivery) => delivery.id === id) ?? []);
    return named.length === ids.length ? named : null;
  }
  const meant = types ? held.filter(({ event }) => matchesOne(types, event.type)) : held;
  if (order === 'shuffle') return shuffled(meant);
  return order === 'reverse' ? meant.toReversed() : meant;
}

function objectIdOf({ data: { object } }: Stripe.Event): string | null {
  return 'id' in object && typeof object.id === 'string' ? object.id : null;
}
