import { Worker } from 'node:worker_threads';
import type { TileRequest } from './tile-drawing.ts';

export type TileDrawer = {
  /** Starts the thread, so that the geography is ready before the first request. */
  start(): void;
  draw(tile: TileRequest): Promise<Buffer>;
};

type Drawn = { id: number; image: Uint8Array };
type Waiting = { resolve: (image: Buffer) => void; reject: (error: Error) => void };

/** Draws tiles in a worker thread, which starts with the first one at the latest and never keeps the process. */
export function createTileDrawer(): TileDrawer {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  function startWorker(): Worker {
    const started = new Worker(new URL('./tile-worker.ts', import.meta.url));
    started.on('message', ({ id, image }: Drawn) => {
      waiting.get(id)?.resolve(Buffer.from(image));
      waiting.delete(id);
    });
    started.on('error', (error: Error) => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      worker = undefined;
    });
    started.unref();
    return started;
  }

  return {
    start() {
      worker ??= startWorker();
    },
    draw(tile) {
      worker ??= startWorker();
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...tile });
      return promise;
    },
  };
}
