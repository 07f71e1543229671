import type { Product } from '@cairn/contracts/http/hunts.ts';
import { AppError } from '@cairn/service-kit/errors.ts';
import type { Response } from 'express';

const COMMENT_EVERY_MS = 15_000;
/** A listener who has not taken so much yet is cut off; browsers connect again by themselves. */
const MAX_QUEUED_BYTES = 64_000;
/** A place may be free again by then. */
const RETRY_AFTER_S = 10;
/** As limits are named in metrics and headers. */
export const LISTENERS_LIMIT = 'live-address';

export type LiveStream = {
  /**
   * Keeps `response` open and sends it every change from now on. Throws 429 where its address has all
   * its places. Where all places are taken, the oldest listener of the address with most of them ends,
   * so that few addresses cannot keep the others out; 503 where no address has more than this one
   * would. `key` is what the address is counted by.
   */
  add(response: Response, key: string): void;
  send(product: Product): void;
  /** Something came out in this hunt: what it is, its members ask for themselves. */
  tellRelease(handle: string): void;
  count(): number;
  start(): void;
  /** Ends every stream; whoever comes later is turned away. */
  end(): void;
};

export type LiveStreamOptions = {
  maxListeners: number;
  maxPerAddress: number;
  /** Told of everybody who is turned away because of their address. */
  onLimit: () => void;
};

export function createLiveStream(options: LiveStreamOptions): LiveStream {
  const { maxListeners, maxPerAddress, onLimit } = options;
  const listeners = new Set<Response>();
  /** In the order in which they came. */
  const ofAddress = new Map<string, Set<Response>>();
  let isEnded = false;
  let comments: NodeJS.Timeout | undefined;

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

  /** Ends a listener of the address that has most; false where none has more than `key` would have. */
  function makeRoom(key: string): boolean {
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
      // Gone while their request was counted: nothing would ever tell that they have left.
      if (response.closed) return;
      if (isEnded) throw tooMany();
      if ((ofAddress.get(key)?.size ?? 0) >= maxPerAddress) {
        onLimit();
        throw tooManyOfAddress(maxPerAddress);
      }
      if (listeners.size >= maxListeners && !makeRoom(key)) throw tooMany();
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        // nginx would hold the events back otherwise.
        'x-accel-buffering': 'no',
      });
      response.write('retry: 3000\n: listening\n\n');
      admit(response, key);
      response.on('close', () => remove(response, key));
    },
    send: (product) => broadcast(frame('product', product)),
    tellRelease: (handle) => broadcast(frame('released', { handle })),
    count: () => listeners.size,
    start() {
      comments = setInterval(() => broadcast(': still here\n\n'), COMMENT_EVERY_MS);
    },
    end() {
      isEnded = true;
      clearInterval(comments);
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

/** The headers of a limit that counts what is open, and not in a window: without a policy. */
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
