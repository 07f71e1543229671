import { z } from 'zod';
import { id } from '../ids.ts';

/** Paging of a list: the page's number and the number of pages. */
export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  pages: z.int(),
});

export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

/** Rows of lists have UUIDs: Postgres refuses another text in their place. */
const idOrEmpty = z.guid().or(z.literal('')).default('');

/**
 * Keyset paging: the page after the row `starting_after`, before the row `ending_before`, or at the
 * end of the list (`last`); without any of them, the first page.
 */
export const keysetQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  starting_after: idOrEmpty,
  ending_before: idOrEmpty,
  last: z.enum(['', 'true']).default(''),
  /** Of the list's order. */
  direction: z.enum(['asc', 'desc']).default('desc'),
});
export type KeysetQuery = z.output<typeof keysetQuery>;

/** For a list that is complete, and without `pagination`, unless a limit is given. */
export const optionalKeysetQuery = keysetQuery.extend({
  limit: z.coerce.number().int().min(1).max(100).optional(),
  direction: z.enum(['asc', 'desc']).default('asc'),
});

/** Rows are counted up to this number, so that the count of a long list stays fast. */
export const MAX_COUNTED = 10_000;

export const keysetPagination = z.object({
  limit: z.int(),
  has_previous: z.boolean(),
  has_next: z.boolean(),
  /** At most MAX_COUNTED. */
  total: z.int(),
  /** False if there are more rows than `total`. */
  is_total_exact: z.boolean(),
});
export type KeysetPagination = z.output<typeof keysetPagination>;

/**
 * Paging by number, which `page` starts, or by key as `keysetQuery`, which takes precedence. The rows of
 * a page by key are found in an index, wherever the page is.
 */
export const listQuery = pageQuery.extend({
  ...keysetQuery.omit({ limit: true }).shape,
  /** `limited` counts up to MAX_COUNTED rows. */
  count: z.enum(['exact', 'limited']).default('exact'),
});
export type ListQuery = z.output<typeof listQuery>;

/** With `count=limited` also what a page by key needs; `page` and `pages` belong to pages by number. */
export const listPagination = pagination.extend(
  keysetPagination.pick({ has_previous: true, has_next: true, is_total_exact: true }).partial()
    .shape,
);
export type ListPagination = z.output<typeof listPagination>;

/** One part of an export; `next` is the `starting_after` of the following part, null at the end. */
export const csvPart = z.object({ csv: z.string(), next: id.nullable() });

export const csvQuery = z.object({ starting_after: idOrEmpty });
