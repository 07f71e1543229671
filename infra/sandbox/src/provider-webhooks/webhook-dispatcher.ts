import type { FaultBoard } from '../faults/faults.ts';
import type { Log } from '../log.ts';

const ATTEMPT_TIMEOUT_MS = 10_000;
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
  readonly #timers = new Set<NodeJS.Timeout>();
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
    await this.#pause(faults.delayMs + shuffle);
    for (let copy = 1; copy < faults.repeat; copy += 1) void this.#attempt(webhook, 0);
    return await this.#attempt(webhook, 0);
  }

  stop(): void {
    this.#stopping.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  async #attempt(webhook: OutgoingWebhook, failures: number): Promise<number | string> {
    if (this.#stopping.signal.aborted) return 'stopped';
    const answer = await this.#send(webhook);
    const facts = { provider: webhook.provider, type: webhook.type, answer };
    if (typeof answer === 'number' && answer < 300) {
      this.#options.log('webhook.delivered', facts);
      return answer;
    }
    const wait = (this.#options.retryDelaysMs ?? RETRY_DELAYS_MS)[failures];
    this.#options.log(wait === undefined ? 'webhook.abandoned' : 'webhook.failed', facts);
    if (wait !== undefined && !this.#stopping.signal.aborted) {
      this.#later(wait, () => void this.#attempt(webhook, failures + 1));
    }
    return answer;
  }

  async #send({ url, makeBody }: OutgoingWebhook): Promise<number | string> {
    try {
      const { body, headers } = makeBody();
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return response.status;
    } catch (error) {
      return error instanceof Error ? error.name : 'failed';
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return;
    await new Promise<void>((resolve) => this.#later(milliseconds, resolve));
  }

  #later(milliseconds: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, milliseconds);
    this.#timers.add(timer);
  }
}
