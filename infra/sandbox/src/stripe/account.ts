import type Stripe from 'stripe';
import { newId, nowInSeconds } from '../ids.ts';
import type { Collection, Journal } from '../journal.ts';
import type { StoredReply } from './idempotency.ts';
import type { TaskKind } from './scheduler.ts';
import type { CardOutcome, FollowUp } from './test-cards.ts';

/** The API version of the installed SDK's types. */
export const API_VERSION = '2026-10-28.endive';

/** The request that caused an event. */
export interface RequestTag {
  id: string | null;
  idempotencyKey: string | null;
}

/** For events caused by Stripe, a bank or the dashboard instead of an API request. */
export const NO_REQUEST: RequestTag = { id: null, idempotencyKey: null };

/** Contains the card's behaviour; the card number is never stored. */
export interface StoredMethod {
  method: Stripe.PaymentMethod;
  outcome: CardOutcome;
  followUp: FollowUp | null;
}

/** A 3-D Secure challenge; open while its intent has the status `requires_action`. */
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
  /** Schedules a task. */
  plan: (act: TaskKind, subject: string) => void;
}

/** The objects of one Stripe account. */
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

  /** Saves the object and sends its event to the webhook. */
  publish(type: EventType, subject: Subject, tag: RequestTag): void {
    this.#save(structuredClone(subject));
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

  #save(subject: Subject): void {
    if (subject.object === 'payment_intent') this.intents.put(subject.id, subject);
    else if (subject.object === 'charge') this.charges.put(subject.id, subject);
    else if (subject.object === 'refund') this.refunds.put(subject.id, subject);
    else if (subject.object === 'dispute') this.disputes.put(subject.id, subject);
    else this.warnings.put(subject.id, subject);
  }
}
