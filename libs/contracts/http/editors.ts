import { z } from 'zod';
import { id } from '../ids.ts';
import { defineRoute } from './route.ts';

/** Sent every 15 seconds by a page with a form; an entry expires after 40 seconds. */
export const touchEditor = defineRoute({
  owner: 'catalog',
  method: 'PUT',
  path: '/api/admin/hunts/:id/editors',
  access: 'admin',
  idempotency: 'none',
  summary: 'Say that one has a hunt or clue open for editing; answers who else has',
  params: z.object({ id: z.uuid() }),
  body: z.object({
    /** Null for the hunt itself. */
    clue: z.uuid().nullable().default(null),
    /** False when the page closes it. */
    is_open: z.boolean().default(true),
  }),
  answer: z.object({ others: z.array(id) }),
});
