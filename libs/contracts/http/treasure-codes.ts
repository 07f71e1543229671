import { z } from 'zod';
import { id } from '../ids.ts';
import { defineRoute } from './route.ts';
import { staffHunt } from './staff-hunts.ts';

const byId = z.object({ id });

export const acknowledgeTreasureCode = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/api/admin/hunts/:id/treasure-code/acknowledge',
  access: 'admin',
  summary: 'The generated code has been written down: its stored copy is destroyed',
  params: byId,
  answer: staffHunt,
});

export const getTreasureCode = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/hunts/:id/treasure-code',
  access: 'admin',
  summary: 'The generated code, for the admin who generated it, until it is acknowledged',
  params: byId,
  answer: z.object({ treasure_code: z.string() }),
});
