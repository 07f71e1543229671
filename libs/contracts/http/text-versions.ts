import { z } from 'zod';
import { id, timestamp } from '../ids.ts';
import { defineRoute } from './route.ts';

const saved = z.object({
  version: z.int().positive(),
  /** Null for the seed, the SQL tool and a deleted user. */
  admin_id: id.nullable(),
  created_at: timestamp,
});

const huntTexts = z.object({
  title: z.string(),
  region: z.string(),
  description: z.string(),
  story: z.string(),
  intro: z.string(),
  rules: z.string(),
});
export type HuntTexts = z.infer<typeof huntTexts>;

const clueTexts = z.object({ title: z.string(), body_html: z.string() });
export type ClueTexts = z.infer<typeof clueTexts>;

export const listHuntVersions = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/hunts/:id/versions',
  access: 'admin',
  summary: 'The texts of a hunt after each change of one, the newest 100 first',
  params: z.object({ id }),
  answer: z.object({ versions: z.array(saved.extend({ texts: huntTexts })) }),
});

export const listClueVersions = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/hunts/:id/clues/:clueId/versions',
  access: 'admin',
  summary: 'The texts of a clue after each change, the newest 100 first; null until its release',
  params: z.object({ id, clueId: id }),
  answer: z.object({ versions: z.array(saved.extend({ texts: clueTexts.nullable() })) }),
});
