import type { Product } from '@cairn/contracts/http/hunts.ts';
import { AppError } from '@cairn/service-kit/errors.ts';
import type { Response } from 'express';

const KEEP_ALIVE_INTERVAL_MS = 15_000;
/** A slower listener is disconnected; browsers reconnect. */
const MAX_QUEUED_BYTES = 64_000;
/** Retry-After for a refused listener. */
const RETRY_AFTER_S = 10;
/** The limit's name in metrics and headers. */
export const LISTENERS_LIMIT = 'live-address';

export type LiveStream = {
  /**
   * Keeps `response` open and sends it every change. Throws 429 if its address has reached its limit.
   * If the process has reached its limit, the oldest stream of the address with most streams is closed,
   * so that few addresses cannot block the others; throws 503 if no address has more streams than this
   * one would have. `key` identifies the address.
   */
  add(response: Response, key: string): void;
  send(product: Product): void;
  /** Announces a release in this hunt; members fetch its content. */
  announceRelease(handle: string): void;
  count(): number;
  start(): void;
  /** Closes every stream; later listeners get 503. */
  end(): void;
};

export type LiveStreamOptions = {
  maxListeners: number;
  maxPerAddress: number;
  /** Called for every listener refused by the limit of its address. */
  onLimit: () => void;
};

export function createLiveStream(options: LiveStreamOptions): LiveStream {
  const { maxListeners, maxPerAddress, onLimit } = options;
  const listeners = new Set<Response>();
  /** In order of arrival. */
  const ofAddress = new Map<string, Set<Response>>();
  let isEnded = false;
  let keepAlive: NodeJS.Timeout | undefined;

  function broadcast(text: string): void {
    const bytes = Buffer.from(text);
    for (const listener of listeners) {
      if (listener.writableLength > MAX_QUEUED_BYTES) listener.destroy();
      else listener.write(bytes);
    }
  }

  function admit(response: Response, key: string): void {
    const own = ofAddress.get(key) ?? new Set();
    ofAddress.set(key, own.add(response));
    listeners.add(response);
  }

  function remove(response: Response, key: string): void {
    listeners.delete(response);
    const own = ofAddress.get(key);
    own?.delete(response);
    if (own?.size === 0) ofAddress.delete(key);
  }

  /** Closes a stream of the address with most streams; false if none has more than `key` would have. */
  function closeOldestOfHeaviest(key: string): boolean {
    let [heaviest, most] = ['', (ofAddress.get(key)?.size ?? 0) + 1];
    for (const [address, { size }] of ofAddress)
      if (size > most) [heaviest, most] = [address, size];
    const [oldest] = ofAddress.get(heaviest) ?? [];
    if (!oldest) return false;
    remove(oldest, heaviest);
    oldest.end();
    return true;
  }

  return {
    add(response, key) {
      // The client disconnected before its stream was registered: no `close` event would follow.
      if (response.closed) return;
      if (isEnded) throw tooMany();
      if ((ofAddress.get(key)?.size ?? 0) >= maxPerAddress) {
        onLimit();
        throw tooManyOfAddress(maxPerAddress);
      }
      if (listeners.size >= maxListeners && !closeOldestOfHeaviest(key)) throw tooMany();
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        // Disables buffering in nginx.
        'x-accel-buffering': 'no',
      });
      response.write('retry: 3000\n: listening\n\n');
      admit(response, key);
      response.on('close', () => remove(response, key));
    },
    send: (product) => broadcast(frame('product', product)),
    announceRelease: (handle) => broadcast(frame('released', { handle })),
    count: () => listeners.size,
    start() {
      keepAlive = setInterval(() => broadcast(': still here\n\n'), KEEP_ALIVE_INTERVAL_MS);
    },
    end() {
      isEnded = true;
      clearInterval(keepAlive);
      for (const listener of listeners) listener.end();
    },
  };
}

function frame(event: string, data: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

const TEXT = 'Too many are listening. Please try again.';

function tooMany(): AppError {
  const headers = { 'retry-after': String(RETRY_AFTER_S) };
  return new AppError(TEXT, { code: 'too_many_listeners', status: 503, headers });
}

/** Rate-limit headers without a policy: this limit counts open streams, not requests in a window. */
function tooManyOfAddress(limit: number): AppError {
  return new AppError(TEXT, {
    code: 'limited',
    status: 429,
    headers: {
      'retry-after': String(RETRY_AFTER_S),
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(RETRY_AFTER_S),
      ratelimit: `"${LISTENERS_LIMIT}";r=0;t=${RETRY_AFTER_S}`,
    },
  });
}
