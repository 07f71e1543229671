import type { pagination } from '@cairn/contracts/http/pages.ts';
import type { z } from 'zod';

type Page = { page: number; limit: number };

/** The rows of a numbered page, for LIMIT and OFFSET. */
export function rowsOfPage({ page, limit }: Page): { limit: number; offset: number } {
  return { limit, offset: (page - 1) * limit };
}

/** An empty list has no page. */
export function paginate({ page, limit }: Page, total: number): z.output<typeof pagination> {
  return { page, limit, total, pages: Math.ceil(total / limit) };
}
