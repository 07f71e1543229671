import { z } from 'zod';
import { integer, issue, positive, text } from './params.ts';
import { missing } from './refusal.ts';

const limit = positive.superRefine((value, context) => {
  if (value > 100)
    context.addIssue(
      issue('This value must be less than or equal to 100.', 'parameter_invalid_integer'),
    );
});

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
});

export const listParams = {
  limit: limit.default(10),
  starting_after: text.optional(),
  ending_before: text.optional(),
  created: z.union([integer, range]).optional(),
};

interface ListRequest {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: number | z.infer<typeof range> | undefined;
}

export interface Listed {
  id: string;
  created: number;
}

export interface Page<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

interface ListSource<T> {
  kind: string;
  url: string;
  /** Oldest first. */
  entries: T[];
}

/** Newest first, like every list of Stripe. */
export function listPage<T extends Listed>(source: ListSource<T>, request: ListRequest): Page<T> {
  const newestFirst = source.entries
    .filter((entry) => isWithin(entry.created, request.created))
    .reverse();
  const position = (id: string, param: string): number => {
    const index = newestFirst.findIndex((entry) => entry.id === id);
    if (index < 0) throw missing(source.kind, id, param);
    return index;
  };
  if (request.ending_before) {
    const end = position(request.ending_before, 'ending_before');
    const start = Math.max(0, end - request.limit);
    return page(source.url, newestFirst.slice(start, end), start > 0);
  }
  const start = request.starting_after ? position(request.starting_after, 'starting_after') + 1 : 0;
  const end = start + request.limit;
  return page(source.url, newestFirst.slice(start, end), end < newestFirst.length);
}

function page<T>(url: string, data: T[], hasMore: boolean): Page<T> {
  return { object: 'list', url, has_more: hasMore, data };
}

function isWithin(created: number, wanted: ListRequest['created']): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === 'number') return created === wanted;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = wanted;
  return created > gt && created >= gte && created < lt && created <= lte;
}
