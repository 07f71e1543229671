import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { runSandbox } from '../testing/running-sandbox.ts';
import { drawTile } from './tile-drawing.ts';

describe('map tiles', () => {
  it('are cacheable PNG images of 256 × 256 pixels', async () => {
    await using sandbox = await runSandbox();
    const answer = await sandbox.call('/tiles/6/19/23.png');
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('cache-control')).toContain('max-age=86400');
    const image = Buffer.from(await answer.arrayBuffer());
    expect(image.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([256, 256]);
    const data = image.indexOf('IDAT');
    const pixels = inflateSync(image.subarray(data + 4, data + 4 + image.readUInt32BE(data - 4)));
    expect(pixels.length).toBe(257 * 256);
  });

  it('differ between positions', () => {
    const here = drawTile({ z: 6, x: 19, y: 23 }).pixels;
    expect(here).not.toEqual(drawTile({ z: 6, x: 20, y: 23 }).pixels);
    expect(here).toEqual(drawTile({ z: 6, x: 19, y: 23 }).pixels);
  });

  it.each(['/tiles/1/2/0.png', '/tiles/1/0/-1.png', '/tiles/21/0/0.png', '/tiles/a/0/0.png'])(
    '%s does not exist',
    async (path) => {
      await using sandbox = await runSandbox();
      expect((await sandbox.call(path)).status).toBe(404);
    },
  );
});
