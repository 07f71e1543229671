import { Router } from 'express';
import { z } from 'zod';
import { encodePng } from './png.ts';
import { drawTile, type TilePosition } from './tile-drawing.ts';

const CACHED_TILES = 500;

const Position = z
  .object({
    z: z.coerce.number().int().min(0).max(20),
    x: z.coerce.number().int().min(0),
    y: z.coerce.number().int().min(0),
  })
  .refine(({ z: zoom, x, y }) => x < 2 ** zoom && y < 2 ** zoom);

export function tileRoutes(): Router {
  const router = Router();
  const drawn = new Map<string, Buffer>();
  router.get('/tiles/:z/:x/:y.png', (req, res) => {
    const position = Position.safeParse(req.params);
    if (!position.success) return void res.status(404).json({ error: 'No such tile' });
    res.set('Cache-Control', 'public, max-age=86400').type('png');
    res.send(tileOf(drawn, position.data));
  });
  return router;
}

function tileOf(drawn: Map<string, Buffer>, position: TilePosition): Buffer {
  const name = `${position.z}/${position.x}/${position.y}`;
  const known = drawn.get(name);
  if (known) return known;
  const tile = encodePng(drawTile(position));
  drawn.set(name, tile);
  const oldest = drawn.keys().next();
  if (drawn.size > CACHED_TILES && !oldest.done) drawn.delete(oldest.value);
  return tile;
}
