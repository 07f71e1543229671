import { Router, urlencoded } from 'express';
import type Stripe from 'stripe';
import type { Log } from '../log.ts';
import type { Challenge, StripeAccount } from './account.ts';
import { answeredPage, challengePage } from './challenge-page.ts';
import { findOpenChallenge } from './challenges.ts';
import { type ChallengeAnswer, completeChallenge } from './three-d-secure.ts';

/** The bank's page. stripe.js shows an overlay instead and posts the answer itself. */
export function threeDSecureRoutes(account: StripeAccount, log: Log): Router {
  const router = Router();
  router.use(urlencoded({ extended: false }));
  router.get('/:id', (req, res) => {
    const open = findOpenChallenge(account, req.params.id);
    res.set('Cache-Control', 'no-store').type('html');
    if (open) res.send(challengePage(open.intent, open.challenge.id));
    else res.status(410).send(answeredPage());
  });
  for (const answer of ['complete', 'fail'] as const satisfies readonly ChallengeAnswer[]) {
    router.post(`/:id/${answer}`, (req, res) => {
      const challenge = account.challenges.get(req.params.id);
      const intent = completeChallenge(account, req.params.id, answer);
      log('stripe.challenge', { answer, status: intent?.status ?? 'not open' });
      const isPage = Boolean(req.accepts(['json', 'html']) === 'html');
      if (!isPage) res.status(intent ? 200 : 410).json({ status: intent?.status ?? null });
      else if (intent && challenge?.returnUrl) res.redirect(303, returnUrl(challenge, intent));
      else res.status(intent ? 200 : 410).send(answeredPage());
    });
  }
  return router;
}

function returnUrl(challenge: Challenge, intent: Stripe.PaymentIntent): string {
  const url = new URL(challenge.returnUrl ?? '');
  url.searchParams.set('payment_intent', intent.id);
  url.searchParams.set('payment_intent_client_secret', intent.client_secret ?? '');
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
  return url.href;
}
