import { setTimeout as delay } from 'node:timers/promises';
import type { FaultBoard } from '../faults/faults.ts';
import type { Log } from '../log.ts';
import { later, postWebhook } from './post-webhook.ts';

const SHUFFLE_WINDOW_MS = 500;
export const RETRY_DELAYS_MS = [500, 2000, 8000, 30_000, 60_000];

export interface OutgoingWebhook {
  provider: 'sendgrid' | 'twilio';
  /** Event type, matched against the `types` of webhook faults. */
  type: string;
  url: string;
  /** Called for each attempt, because the signature contains a timestamp. */
  makeBody: () => { body: string; headers: Record<string, string> };
}

interface DispatcherOptions {
  faults: FaultBoard;
  log: Log;
  retryDelaysMs?: readonly number[];
}

/** Sends the signed webhooks of SendGrid and Twilio and retries failed ones. */
export class WebhookDispatcher {
  readonly #options: DispatcherOptions;
  readonly #stopping = new AbortController();

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Resolves with the first attempt's HTTP status or error name. */
  async post(webhook: OutgoingWebhook): Promise<number | string> {
    const { provider, type } = webhook;
    const faults = this.#options.faults.webhooks(provider, type);
    if (faults.drop) {
      this.#options.log('webhook.dropped', { provider, type });
      return 'dropped';
    }
    const shuffle = faults.shuffle ? Math.random() * SHUFFLE_WINDOW_MS : 0;
    const { signal } = this.#stopping;
    await delay(faults.delayMs + shuffle, undefined, { signal }).catch(() => undefined);
    for (let copy = 1; copy < faults.repeat; copy += 1) void this.#attempt(webhook, 0);
    return await this.#attempt(webhook, 0);
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #attempt(webhook: OutgoingWebhook, failures: number): Promise<number | string> {
    const { signal } = this.#stopping;
    if (signal.aborted) return 'stopped';
    const answer = await postWebhook(webhook.url, webhook.makeBody(), signal);
    const facts = { provider: webhook.provider, type: webhook.type, answer };
    if (typeof answer === 'number' && answer < 300) {
      this.#options.log('webhook.delivered', facts);
      return answer;
    }
    const wait = (this.#options.retryDelaysMs ?? RETRY_DELAYS_MS)[failures];
    this.#options.log(wait === undefined ? 'webhook.abandoned' : 'webhook.failed', facts);
    if (wait !== undefined) later(wait, signal, () => void this.#attempt(webhook, failures + 1));
    return answer;
  }
}
