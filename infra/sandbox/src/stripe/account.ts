import type Stripe from 'stripe';
import { newId, nowInSeconds } from '../ids.ts';
import type { Collection, Journal } from '../journal.ts';
import type { ErrandAct } from './agenda.ts';
import type { StoredReply } from './idempotency.ts';
import type { Aftermath, CardOutcome } from './test-cards.ts';

/** The version whose shapes the installed SDK is typed for. */
export const API_VERSION = '2026-10-28.endive';

/** Which request caused an event. */
export interface RequestTag {
  id: string | null;
  idempotencyKey: string | null;
}

/** Of what Stripe, a bank or somebody at the dashboard does: no request of ours caused it. */
export const NO_REQUEST: RequestTag = { id: null, idempotencyKey: null };

/** The card's number itself is never kept, only what the card will do. */
export interface StoredMethod {
  method: Stripe.PaymentMethod;
  outcome: CardOutcome;
  aftermath: Aftermath | null;
}

/** A question of the cardholder's bank, open as long as its intent waits for it. */
export interface Challenge {
  id: string;
  intentId: string;
  returnUrl: string | null;
}

type Warning = Stripe.Radar.EarlyFraudWarning;

type Subject = Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund | Stripe.Dispute | Warning;

type EventType =
  | 'payment_intent.created'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'payment_intent.requires_action'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.funds_reinstated'
  | 'radar.early_fraud_warning.created'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed';

interface AccountOptions {
  journal: Journal;
  publicUrl: string;
  deliver: (event: Stripe.Event) => void;
  /** Leaves something for later. */
  plan: (act: ErrandAct, subject: string) => void;
}

/** One merchant's books at Stripe. */
export class StripeAccount {
  readonly intents: Collection<Stripe.PaymentIntent>;
  readonly methods: Collection<StoredMethod>;
  readonly charges: Collection<Stripe.Charge>;
  readonly refunds: Collection<Stripe.Refund>;
  readonly disputes: Collection<Stripe.Dispute>;
  readonly warnings: Collection<Warning>;
  readonly challenges: Collection<Challenge>;
  readonly events: Collection<Stripe.Event>;
  readonly replies: Collection<StoredReply>;
  readonly publicUrl: string;
  readonly plan: AccountOptions['plan'];
  readonly #deliver: AccountOptions['deliver'];

  constructor({ journal, publicUrl, deliver, plan }: AccountOptions) {
    this.intents = journal.collection('intents', 100_000);
    this.methods = journal.collection('methods', 100_000);
    this.charges = journal.collection('charges', 100_000);
    this.refunds = journal.collection('refunds', 100_000);
    this.disputes = journal.collection('disputes', 100_000);
    this.warnings = journal.collection('warnings');
    this.challenges = journal.collection('challenges');
    this.events = journal.collection('events', 100_000);
    this.replies = journal.collection('replies');
    this.publicUrl = publicUrl;
    this.plan = plan;
    this.#deliver = deliver;
  }

  /** Keeps the object as it now is and tells the webhook of it. */
  publish(type: EventType, subject: Subject, tag: RequestTag): void {
    this.#keep(structuredClone(subject));
    const event = {
      id: newId('evt_3'),
      object: 'event',
      api_version: API_VERSION,
      created: nowInSeconds(),
      data: { object: structuredClone(subject) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: tag.id, idempotency_key: tag.idempotencyKey },
      type,
    } satisfies Stripe.EventBase as Stripe.Event;
    this.events.put(event.id, event);
    this.#deliver(event);
  }

  #keep(subject: Subject): void {
    if (subject.object === 'payment_intent') this.intents.put(subject.id, subject);
    else if (subject.object === 'charge') this.charges.put(subject.id, subject);
    else if (subject.object === 'refund') this.refunds.put(subject.id, subject);
    else if (subject.object === 'dispute') this.disputes.put(subject.id, subject);
    else this.warnings.put(subject.id, subject);
  }
}
