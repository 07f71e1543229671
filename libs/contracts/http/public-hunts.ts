import { z } from 'zod';
import { timestamp } from '../ids.ts';
import { huntReport } from './hunt-reports.ts';
import { pageTexts, product } from './hunts.ts';
import { defineRoute } from './route.ts';

/** The public page of a hunt. */
export const publicHunt = product.extend({
  ...pageTexts.shape,
  completed_at: timestamp.nullable(),
  /** How many clues and updates are released; members read them. */
  clues_released: z.int().nonnegative(),
  updates_released: z.int().nonnegative(),
  /** Null until staff publish it. */
  report: huntReport.nullable().optional(),
});
export type PublicHunt = z.infer<typeof publicHunt>;

const byHandle = z.object({ handle: z.string().max(80) });

export const getPublicHunt = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/hunts/:handle',
  access: 'anyone',
  summary: 'The public page of a hunt',
  params: byHandle,
  answer: publicHunt,
});

export const getSharePicture = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/hunts/:handle/picture.jpg',
  answerType: 'image/jpeg',
  access: 'anyone',
  summary: 'The picture of a shared link to the hunt, 1200 by 630 pixels',
  params: byHandle,
  answer: z.string(),
});
