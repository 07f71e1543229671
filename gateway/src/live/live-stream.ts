import type { Product } from '@cairn/contracts/http/hunts.ts';
import { AppError } from '@cairn/service-kit/errors.ts';
import type { Response } from 'express';

const COMMENT_EVERY_MS = 15_000;
/** A listener who has not taken so much yet is cut off; browsers connect again by themselves. */
const MAX_QUEUED_BYTES = 64_000;

export type LiveStream = {
  /** Keeps `response` open and sends it every change from now on; 503 where there are too many. */
  add(response: Response): void;
  send(product: Product): void;
  count(): number;
  start(): void;
  /** Ends every stream; whoever comes later is turned away. */
  end(): void;
};

export function createLiveStream(maxListeners: number): LiveStream {
  const listeners = new Set<Response>();
  let isEnded = false;
  let comments: NodeJS.Timeout | undefined;

  function broadcast(text: string): void {
    const frame = Buffer.from(text);
    for (const listener of listeners) {
      if (listener.writableLength > MAX_QUEUED_BYTES) listener.destroy();
      else listener.write(frame);
    }
  }

  return {
    add(response) {
      if (isEnded || listeners.size >= maxListeners) throw tooMany();
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        // nginx would hold the events back otherwise.
        'x-accel-buffering': 'no',
      });
      response.write('retry: 3000\n: listening\n\n');
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    },
    send: (product) => broadcast(`event: product\ndata: ${JSON.stringify(product)}\n\n`),
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

function tooMany(): AppError {
  return new AppError('Too many are listening. Please try again.', {
    code: 'too_many_listeners',
    status: 503,
    headers: { 'retry-after': '10' },
  });
}
