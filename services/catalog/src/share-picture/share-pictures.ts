import { createHash } from 'node:crypto';
import { drawSharePicture, type PicturedHunt } from './draw-share-picture.ts';

export type SharePicture = { etag: string; jpeg: Buffer };

/** About 60 kB each. */
const MAX_CACHED = 100;

/**
 * The share pictures of this process, drawn on first use and again after a change of their texts.
 * They show nothing that a purchase changes.
 */
export function createSharePictures() {
  const cached = new Map<string, Promise<SharePicture>>();

  async function draw(key: string, hunt: PicturedHunt): Promise<SharePicture> {
    const jpeg = await drawSharePicture(hunt);
    return { etag: `"${createHash('sha256').update(key).digest('base64url').slice(0, 27)}"`, jpeg };
  }

  return {
    of({ title, region, price_amount }: PicturedHunt): Promise<SharePicture> {
      const key = JSON.stringify([title, region, price_amount]);
      const known = cached.get(key);
      if (known) return known;
      const drawn = draw(key, { title, region, price_amount });
      cached.set(key, drawn);
      drawn.catch(() => cached.delete(key));
      const [oldest] = cached.keys();
      if (cached.size > MAX_CACHED && oldest !== undefined) cached.delete(oldest);
      return drawn;
    },
  };
}
