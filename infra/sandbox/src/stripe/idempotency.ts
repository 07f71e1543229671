import { createHash } from 'node:crypto';
import type { Collection } from '../journal.ts';
import { StripeRefusal } from './refusal.ts';

const RETENTION_MS = 24 * 60 * 60 * 1000;

export interface Reply {
  status: number;
  body: unknown;
}

export interface StoredReply extends Reply {
  fingerprint: string;
  path: string;
  requestId: string;
  at: number;
}

export interface KeyedCall {
  key: string | undefined;
  path: string;
  params: unknown;
  requestId: string;
}

export interface Outcome extends Reply {
  /** Set when this is the stored response of an earlier request. */
  originalRequest?: string;
}

/**
 * Stripe's rules: the response is stored once execution starts, errors included; a failure before
 * that (validation, authentication, an injected fault) leaves the key unused.
 * https://docs.stripe.com/api/idempotent_requests
 */
export class IdempotencyKeys {
  readonly #replies: Collection<StoredReply>;
  readonly #inProgress = new Set<string>();

  constructor(replies: Collection<StoredReply>) {
    this.#replies = replies;
  }

  /** Throws if the key was used for another call; call it before validation. */
  check(call: KeyedCall): void {
    const stored = this.#find(call.key);
    if (!call.key || !stored) return;
    if (stored.path !== call.path) throw otherEndpoint(call, stored);
    if (stored.fingerprint !== fingerprintOf(call)) throw otherParameters(call.key);
  }

  async run(call: KeyedCall, execute: () => Promise<Reply>): Promise<Outcome> {
    const { key } = call;
    if (!key) return await execute();
    const stored = this.#find(key);
    if (stored) {
      return { status: stored.status, body: stored.body, originalRequest: stored.requestId };
    }
    if (this.#inProgress.has(key)) throw keyInUse(key);
    this.#inProgress.add(key);
    try {
      const reply = await execute();
      this.#save(call, reply);
      return reply;
    } finally {
      this.#inProgress.delete(key);
    }
  }

  #save(call: KeyedCall, reply: Reply): void {
    if (!call.key) return;
    this.#replies.put(call.key, {
      ...reply,
      path: call.path,
      fingerprint: fingerprintOf(call),
      requestId: call.requestId,
      at: Date.now(),
    });
  }

  #find(key: string | undefined): StoredReply | undefined {
    const stored = key ? this.#replies.get(key) : undefined;
    return stored && Date.now() - stored.at < RETENTION_MS ? stored : undefined;
  }
}

function fingerprintOf(call: KeyedCall): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(call.params)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return entries.sort(([a], [b]) => (a < b ? -1 : 1));
}

function otherParameters(key: string): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters they were first used ' +
      `with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function otherEndpoint(call: KeyedCall, stored: StoredReply): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used for the same endpoint they were first used for ' +
      `('${call.path}' vs '${stored.path}'). Try using a key other than '${call.key}' if you meant to ` +
      'execute a different request.',
  });
}

function keyInUse(key: string): StripeRefusal {
  return new StripeRefusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message:
      'There is currently another in-progress request using this Idempotent Key (that probably means ' +
      `you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}
