import { z } from 'zod';
import { handle, id } from '../ids.ts';
import { staffHuntStatus } from './hunts.ts';
import { csvPart, csvQuery, keysetPagination, optionalKeysetQuery } from './pages.ts';
import { defineRoute } from './route.ts';
import { staffClue } from './staff-hunts.ts';

const planFilter = z.object({
  /** The id of a hunt. */
  hunt: id.or(z.literal('')).default(''),
});
export type PlanFilter = z.output<typeof planFilter>;

const planQuery = optionalKeysetQuery.extend(planFilter.shape);
export type PlanQuery = z.output<typeof planQuery>;

export const listReleasePlan = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/release-plan',
  access: 'admin',
  otherRefusals: [409],
  summary:
    'What will come out when, over all hunts, the next one first; everything without a limit',
  query: planQuery,
  answer: z.object({
    releases: z.array(
      staffClue
        .omit({ body_html: true })
        .extend({ handle, hunt_title: z.string(), hunt_status: staffHuntStatus }),
    ),
    pagination: keysetPagination.optional(),
  }),
});

export const exportReleasePlan = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/release-plan-export',
  access: 'admin',
  otherRefusals: [409],
  summary: 'The release plan as CSV, in parts; recorded in the activity log',
  query: csvQuery.extend(planFilter.shape),
  answer: csvPart,
});
