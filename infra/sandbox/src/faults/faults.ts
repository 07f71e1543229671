import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

export type Provider = 'stripe' | 'sendgrid' | 'twilio';

export const FaultSettings = z.strictObject({
  provider: z.enum(['stripe', 'sendgrid', 'twilio']),
  latencyMs: z.number().int().min(0).max(600_000).default(0),
  /** Share of calls that fail. Left out it is 1 where a status is given, else 0. */
  errorRate: z.number().min(0).max(1).optional(),
  status: z.number().int().min(400).max(599).optional(),
  /** `after` does what was asked and then never answers: the outcome is unknown to the caller. */
  hang: z.union([z.boolean(), z.literal('before'), z.literal('after')]).default(false),
  webhooks: z
    .strictObject({
      drop: z.boolean().default(false),
      /** How many times each event is delivered. */
      repeat: z.number().int().min(1).max(100).default(1),
      shuffle: z.boolean().default(false),
      delayMs: z.number().int().min(0).max(600_000).default(0),
      /** Kept until POST /webhooks/release, or until nothing is held any more. */
      hold: z.boolean().default(false),
      /** Which events these faults are for: `refund.created`, `charge.dispute.*`. None is all. */
      types: z.array(z.string().min(1).max(100)).max(50).default([]),
    })
    .prefault({}),
});

export type FaultSettings = z.infer<typeof FaultSettings>;

export type WebhookFaults = FaultSettings['webhooks'];

const NO_WEBHOOK_FAULTS = FaultSettings.shape.webhooks.parse({});

/** The provider fails this call by order of PUT /faults, before doing anything. */
export class InjectedFailure extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Injected failure ${status}`);
    this.status = status;
  }
}

/** The call was held; its connection is to be cut without an answer. */
export class InjectedHang extends Error {}

export class FaultBoard {
  readonly #settings = new Map<Provider, FaultSettings>();
  readonly #changes = new EventEmitter().setMaxListeners(0);

  set(settings: FaultSettings): void {
    this.#settings.set(settings.provider, settings);
    this.#changes.emit('changed');
  }

  clear(provider?: Provider): void {
    if (provider) this.#settings.delete(provider);
    else this.#settings.clear();
    this.#changes.emit('changed');
  }

  list(): FaultSettings[] {
    return [...this.#settings.values()];
  }

  webhooks(provider: Provider, type: string): WebhookFaults {
    const faults = this.#settings.get(provider)?.webhooks ?? NO_WEBHOOK_FAULTS;
    const isMeant = faults.types.length === 0 || matchesOne(faults.types, type);
    return isMeant ? faults : NO_WEBHOOK_FAULTS;
  }

  onChange(listener: () => void): void {
    this.#changes.on('changed', listener);
  }

  /** Passed by every provider call before it does anything. `gone` aborts when the caller left. */
  async beforeCall(provider: Provider, gone: AbortSignal): Promise<void> {
    const settings = this.#settings.get(provider);
    if (!settings) return;
    if (settings.latencyMs > 0) await waitUnlessGone(settings.latencyMs, gone);
    if (settings.hang === true || settings.hang === 'before') await this.#hold(gone);
    const rate = settings.errorRate ?? (settings.status === undefined ? 0 : 1);
    if (Math.random() < rate) throw new InjectedFailure(settings.status ?? 500);
  }

  /** Passed when the work is done and only the answer is missing. */
  async beforeAnswer(provider: Provider, gone: AbortSignal): Promise<void> {
    if (this.#settings.get(provider)?.hang === 'after') await this.#hold(gone);
  }

  async #hold(gone: AbortSignal): Promise<never> {
    await once(this.#changes, 'changed', { signal: gone }).catch(() => undefined);
    throw new InjectedHang('held');
  }
}

/** `charge.dispute.*` means whatever begins with `charge.dispute.`. */
export function matchesOne(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}

async function waitUnlessGone(milliseconds: number, gone: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal: gone });
  } catch {
    throw new InjectedHang('the caller left');
  }
}
