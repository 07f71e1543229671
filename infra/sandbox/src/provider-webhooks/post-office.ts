import type { FaultBoard } from '../faults/faults.ts';
import type { Log } from '../log.ts';

const ATTEMPT_TIMEOUT_MS = 10_000;
const SHUFFLE_WINDOW_MS = 500;
export const RETRY_DELAYS_MS = [500, 2000, 8000, 30_000, 60_000];

export interface WebhookPost {
  provider: 'sendgrid' | 'twilio';
  /** What it tells, for the faults that are for some only. */
  type: string;
  url: string;
  /** Made anew for each try: a signature has its time. */
  makeBody: () => { body: string; headers: Record<string, string> };
}

interface PostOfficeOptions {
  faults: FaultBoard;
  log: Log;
  retryDelaysMs?: readonly number[];
}

/** Brings the signed calls of SendGrid and Twilio to us; what is refused is tried again for a while. */
export class PostOffice {
  readonly #options: PostOfficeOptions;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stopping = new AbortController();

  constructor(options: PostOfficeOptions) {
    this.#options = options;
  }

  /** Resolves with the answer to the first try: its status, or the name of what went wrong. */
  async post(webhook: WebhookPost): Promise<number | string> {
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

  async #attempt(webhook: WebhookPost, failures: number): Promise<number | string> {
    if (this.#stopping.signal.aborted) return 'stopped';
    const answer = await this.#send(webhook);
    const facts = { provider: webhook.provider, type: webhook.type, answer };
    if (typeof answer === 'number' && answer < 300) {
      this.#options.log('webhook.delivered', facts);
      return answer;
    }
    const wait = (this.#options.retryDelaysMs ?? RETRY_DELAYS_MS)[failures];
    this.#options.log(wait === undefined ? 'webhook.given_up' : 'webhook.failed', facts);
    if (wait !== undefined && !this.#stopping.signal.aborted) {
      this.#later(wait, () => void this.#attempt(webhook, failures + 1));
    }
    return answer;
  }

  async #send({ url, makeBody }: WebhookPost): Promise<number | string> {
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
