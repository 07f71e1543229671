import { parentPort } from 'node:worker_threads';
import { drawTile, prepareGeography, type TileRequest } from './tile-drawing.ts';

// A thread of its own: reading and cutting the geography would block the provider APIs for seconds.
parentPort?.on('message', async ({ id, position, scheme }: TileRequest & { id: number }) => {
  parentPort?.postMessage({ id, image: await drawTile({ position, scheme }) });
});
prepareGeography();
