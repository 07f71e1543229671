import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

export type Provider = 'stripe' | 'sendgrid' | 'twilio';

export const FaultSettings = z.strictObject({
  provider: z.enum(['stripe', 'sendgrid', 'twilio']),
  latencyMs: z.number().int().min(0).max(600_000).default(0),
  /** Share of calls that fail. Defaults to 1 if a status is given, else to 0. */
  errorRate: z.number().min(0).max(1).optional(),
  status: z.number().int().min(400).max(599).optional(),
  /** `after` does the work but never responds: the caller does not learn the outcome. */
  hang: z.union([z.boolean(), z.literal('before'), z.literal('after')]).default(false),
  webhooks: z
    .strictObject({
      drop: z.boolean().default(false),
      /** How many times each event is delivered. */
      repeat: z.number().int().min(1).max(100).default(1),
      shuffle: z.boolean().default(false),
      delayMs: z.number().int().min(0).max(600_000).default(0),
      /** Held until POST /webhooks/release, or until this fault is cleared. */
      hold: z.boolean().default(false),
      /** Event types that these faults apply to: `refund.created`, `charge.dispute.*`. Empty means all. */
      types: z.array(z.string().min(1).max(100)).max(50).default([]),
    })
    .prefault({}),
});

export type FaultSettings = z.infer<typeof FaultSettings>;

export type WebhookFaults = FaultSettings['webhooks'];

const NO_WEBHOOK_FAULTS = FaultSettings.shape.webhooks.parse({});

/** A failure set by PUT /faults, thrown before any work is done. */
export class InjectedFailure extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`Injected failure ${status}`);
    this.status = status;
  }
}

/** The call hung; its connection is closed without a response. */
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

  /** Called by every provider route before its work. `gone` aborts when the client disconnects. */
  async beforeCall(provider: Provider, gone: AbortSignal): Promise<void> {
    const settings = this.#settings.get(provider);
    if (!settings) return;
    if (settings.latencyMs > 0) await sleepUnlessGone(settings.latencyMs, gone);
    if (settings.hang === true || settings.hang === 'before') await this.#hold(gone);
    const rate = settings.errorRate ?? (settings.status === undefined ? 0 : 1);
    if (Math.random() < rate) throw new InjectedFailure(settings.status ?? 500);
  }

  /** Called after the work and before the response. */
  async beforeAnswer(provider: Provider, gone: AbortSignal): Promise<void> {
    if (this.#settings.get(provider)?.hang === 'after') await this.#hold(gone);
  }

  async #hold(gone: AbortSignal): Promise<never> {
    await once(this.#changes, 'changed', { signal: gone }).catch(() => undefined);
    throw new InjectedHang('held');
  }
}

/** `charge.dispute.*` matches every type that starts with `charge.dispute.`. */
export function matchesOne(patterns: readonly string[], type: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}

async function sleepUnlessGone(milliseconds: number, gone: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal: gone });
  } catch {
    throw new InjectedHang('the caller left');
  }
}
