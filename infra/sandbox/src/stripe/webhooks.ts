import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type { FaultBoard } from '../faults/faults.ts';
import { nowInSeconds } from '../ids.ts';
import type { Collection } from '../journal.ts';
import type { Log } from '../log.ts';
import { later, postWebhook } from '../provider-webhooks/post-webhook.ts';

const SHUFFLE_WINDOW_MS = 500;
/** From 0.5 s, doubling up to a minute: abandoned after about ten minutes. */
export const RETRY_DELAYS_MS = [
  500,
  1000,
  2000,
  4000,
  8000,
  16_000,
  32_000,
  ...Array(9).fill(60_000),
];

export interface Delivery {
  id: string;
  event: Stripe.Event;
  failures: number;
}

/** `answer` is the HTTP status or the error name. */
export interface Attempt {
  id: string;
  type: string;
  answer: number | string;
}

interface WebhookOptions {
  url: string;
  secret: string;
  deliveries: Collection<Delivery>;
  held: Collection<Delivery>;
  faults: FaultBoard;
  log: Log;
  retryDelaysMs?: readonly number[];
}

export class WebhookSender {
  readonly #options: WebhookOptions;
  readonly #stopping = new AbortController();
  #shuffled: Delivery[] = [];

  constructor(options: WebhookOptions) {
    this.#options = options;
    options.faults.onChange(() => this.#releaseUnheld());
  }

  /** Sends the deliveries that the previous process left pending. */
  resume(): void {
    for (const delivery of this.#options.deliveries.values()) this.#after(0, delivery);
    this.#releaseUnheld();
  }

  send(event: Stripe.Event): void {
    const faults = this.#options.faults.webhooks('stripe', event.type);
    const { drop, repeat, shuffle, delayMs, hold } = faults;
    if (drop) {
      this.#options.log('webhook.dropped', { id: event.id, type: event.type });
      return;
    }
    for (let copy = 1; copy <= repeat; copy += 1) {
      const delivery = { id: copy === 1 ? event.id : `${event.id}#${copy}`, event, failures: 0 };
      (hold ? this.#options.held : this.#options.deliveries).put(delivery.id, delivery);
      if (hold) continue;
      if (shuffle) this.#collect(delivery);
      else this.#after(delayMs, delivery);
    }
  }

  /** Oldest first. */
  held(): Delivery[] {
    return this.#options.held.values();
  }

  /** Sends held deliveries one after another in the given order, with one attempt each. */
  async release(ordered: readonly Delivery[]): Promise<Attempt[]> {
    for (const delivery of ordered) {
      this.#options.deliveries.put(delivery.id, delivery);
      this.#options.held.delete(delivery.id);
    }
    const attempts: Attempt[] = [];
    for (const delivery of ordered) {
      const answer = await this.#attempt(delivery);
      attempts.push({ id: delivery.id, type: delivery.event.type, answer });
    }
    return attempts;
  }

  /** Sends an event again, whatever its earlier result, like the dashboard's "Resend". */
  async resend(event: Stripe.Event): Promise<number | string> {
    const answer = await this.#post(event);
    this.#options.log('webhook.resent', { id: event.id, type: event.type, answer });
    return answer;
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Releases, oldest first, the deliveries whose hold fault is cleared. */
  #releaseUnheld(): void {
    const { faults } = this.#options;
    const free = this.held().filter(({ event }) => !faults.webhooks('stripe', event.type).hold);
    if (free.length > 0) void this.release(free);
  }

  /** Collects deliveries for a moment, so that there are several to shuffle. */
  #collect(delivery: Delivery): void {
    this.#shuffled.push(delivery);
    if (this.#shuffled.length > 1) return;
    later(SHUFFLE_WINDOW_MS, this.#stopping.signal, () => {
      const mixed = shuffled(this.#shuffled);
      this.#shuffled = [];
      void mixed.reduce(
        (previous, next) => previous.then(() => this.#attempt(next)),
        Promise.resolve<unknown>(null),
      );
    });
  }

  #after(milliseconds: number, delivery: Delivery): void {
    later(milliseconds, this.#stopping.signal, () => void this.#attempt(delivery));
  }

  async #attempt(delivery: Delivery): Promise<number | string> {
    const answer = await this.#post(delivery.event);
    if (!this.#stopping.signal.aborted) this.#conclude(delivery, answer);
    return answer;
  }

  #conclude(delivery: Delivery, answer: number | string): void {
    const facts = { id: delivery.id, type: delivery.event.type, answer };
    if (typeof answer === 'number' && answer >= 200 && answer < 300) {
      this.#options.deliveries.delete(delivery.id);
      this.#options.log('webhook.delivered', facts);
      return;
    }
    const delays = this.#options.retryDelaysMs ?? RETRY_DELAYS_MS;
    const wait = delays[delivery.failures];
    if (wait === undefined) {
      this.#options.deliveries.delete(delivery.id);
      this.#options.log('webhook.abandoned', facts);
      return;
    }
    const failed = { ...delivery, failures: delivery.failures + 1 };
    this.#options.deliveries.put(delivery.id, failed);
    this.#options.log('webhook.failed', { ...facts, retryInMs: wait });
    this.#after(wait, failed);
  }

  #post(event: Stripe.Event): Promise<number | string> {
    const body = JSON.stringify(event, null, 2);
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      'stripe-signature': sign(body, this.#options.secret),
    };
    return postWebhook(this.#options.url, { headers, body }, this.#stopping.signal);
  }
}

/** https://docs.stripe.com/webhooks#verify-manually */
export function sign(body: string, secret: string, timestamp = nowInSeconds()): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

/** Random, but never the original order: a test that requests a shuffle always gets one. */
export function shuffled<T>(entries: readonly T[]): T[] {
  const keyed = entries.map((entry) => ({ entry, key: Math.random() }));
  const mixed = keyed.sort((a, b) => a.key - b.key).map(({ entry }) => entry);
  return mixed.every((entry, index) => entry === entries[index]) ? mixed.reverse() : mixed;
}
