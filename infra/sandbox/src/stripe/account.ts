import type Stripe from 'stripe';
import { newId, nowInSeconds } from '../ids.ts';
import type { Collection, Journal } from '../journal.ts';
import type { StoredReply } from './idempotency.ts';
import type { CardOutcome } from './test-cards.ts';

/** The version whose shapes the installed SDK is typed for. */
export const API_VERSION = '2026-10-28.endive';

/** Which request caused an event. */
export interface RequestTag {
  id: string;
  idempotencyKey: string | null;
}

/** The card's number itself is never kept, only what the card will do. */
export interface StoredMethod {
  method: Stripe.PaymentMethod;
  outcome: CardOutcome;
}

/** A question of the cardholder's bank, open as long as its intent waits for it. */
export interface Challenge {
  id: string;
  intentId: string;
  returnUrl: string | null;
}

type IntentEventType =
  | 'payment_intent.created'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'payment_intent.requires_action';

/** One merchant's books at Stripe. */
export class StripeAccount {
  readonly intents: Collection<Stripe.PaymentIntent>;
  readonly methods: Collection<StoredMethod>;
  readonly charges: Collection<Stripe.Charge>;
  readonly challenges: Collection<Challenge>;
  readonly events: Collection<Stripe.Event>;
  readonly replies: Collection<StoredReply>;
  readonly publicUrl: string;
  readonly #deliver: (event: Stripe.Event) => void;

  constructor(journal: Journal, publicUrl: string, deliver: (event: Stripe.Event) => void) {
    this.intents = journal.collection('intents', 100_000);
    this.methods = journal.collection('methods', 100_000);
    this.charges = journal.collection('charges', 100_000);
    this.challenges = journal.collection('challenges');
    this.events = journal.collection('events', 100_000);
    this.replies = journal.collection('replies');
    this.publicUrl = publicUrl;
    this.#deliver = deliver;
  }

  /** Keeps the intent as it now is and tells the webhook of it. */
  publish(type: IntentEventType, intent: Stripe.PaymentIntent, tag: RequestTag): void {
    this.intents.put(intent.id, structuredClone(intent));
    const event = {
      id: newId('evt_3'),
      object: 'event',
      api_version: API_VERSION,
      created: nowInSeconds(),
      data: { object: structuredClone(intent) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: tag.id, idempotency_key: tag.idempotencyKey },
      type,
    } satisfies Stripe.EventBase as Stripe.Event;
    this.events.put(event.id, event);
    this.#deliver(event);
  }
}
