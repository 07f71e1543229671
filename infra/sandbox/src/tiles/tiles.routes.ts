import { Router } from 'express';
import { z } from 'zod';
import type { TileDrawer } from './tile-drawer.ts';

const CACHED_TILES = 500;

const Tile = z
  .object({
    scheme: z.enum(['light', 'dark']).default('light'),
    z: z.coerce.number().int().min(0).max(20),
    x: z.coerce.number().int().min(0),
    y: z.coerce.number().int().min(0),
  })
  .refine(({ z: zoom, x, y }) => x < 2 ** zoom && y < 2 ** zoom);
type Tile = z.infer<typeof Tile>;

export function tileRoutes(drawer: TileDrawer): Router {
  const router = Router();
  const drawn = new Map<string, Promise<Buffer>>();
  router.get(['/tiles/:z/:x/:y.png', '/tiles/:scheme/:z/:x/:y.png'], async (req, res) => {
    const tile = Tile.safeParse(req.params);
    if (!tile.success) return void res.status(404).json({ error: 'No such tile' });
    const image = await tileOf(drawn, drawer, tile.data);
    res.set('Cache-Control', 'public, max-age=86400').type('png').send(image);
  });
  return router;
}

function tileOf(
  drawn: Map<string, Promise<Buffer>>,
  drawer: TileDrawer,
  { scheme, ...position }: Tile,
): Promise<Buffer> {
  const name = `${scheme}/${position.z}/${position.x}/${position.y}`;
  const known = drawn.get(name);
  if (known) return known;
  const tile = drawer.draw({ position, scheme });
  drawn.set(name, tile);
  tile.catch(() => drawn.delete(name));
  const oldest = drawn.keys().next();
  if (drawn.size > CACHED_TILES && !oldest.done) drawn.delete(oldest.value);
  return tile;
}
