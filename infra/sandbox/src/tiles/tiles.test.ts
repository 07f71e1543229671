import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { runSandbox } from '../testing/running-sandbox.ts';
import { drawTile, type TileRequest } from './tile-drawing.ts';

/** The colour in the middle of a tile that is all land or all water. */
async function middleOf(tile: TileRequest): Promise<number[]> {
  const image = sharp(await drawTile(tile)).removeAlpha();
  return [...(await image.extract({ left: 128, top: 128, width: 1, height: 1 }).raw().toBuffer())];
}

describe('map tiles', () => {
  it('are cacheable PNG images of 256 × 256 pixels', async () => {
    await using sandbox = await runSandbox();
    for (const path of ['/tiles/6/19/23.png', '/tiles/dark/6/19/23.png']) {
      const answer = await sandbox.call(path);
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(answer.headers.get('cache-control')).toContain('max-age=86400');
      const { format, width, height } = await sharp(await answer.arrayBuffer()).metadata();
      expect([format, width, height]).toEqual(['png', 256, 256]);
    }
  });

  it('show water in the Atlantic and land in Vermont, light and dark', async () => {
    const atlantic = { z: 5, x: 12, y: 12 };
    const vermont = { z: 12, x: 1217, y: 1490 };
    for (const scheme of ['light', 'dark'] as const) {
      const [water, land] = [
        await middleOf({ position: atlantic, scheme }),
        await middleOf({ position: vermont, scheme }),
      ];
      expect(water).not.toEqual(land);
      expect(Math.max(...water) > 128).toBe(scheme === 'light');
      expect(Math.max(...land) > 128).toBe(scheme === 'light');
    }
  });

  it('are the same each time and differ between positions', async () => {
    const at = (x: number) => drawTile({ position: { z: 6, x, y: 23 }, scheme: 'light' });
    const here = await at(19);
    expect(here).toEqual(await at(19));
    expect(here).not.toEqual(await at(20));
  });

  it.each([
    '/tiles/1/2/0.png',
    '/tiles/1/0/-1.png',
    '/tiles/21/0/0.png',
    '/tiles/a/0/0.png',
    '/tiles/grey/0/0/0.png',
  ])('%s does not exist', async (path) => {
    await using sandbox = await runSandbox();
    expect((await sandbox.call(path)).status).toBe(404);
  });
});
