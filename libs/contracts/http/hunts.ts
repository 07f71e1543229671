import { z } from 'zod';
import { handle, id, timestamp } from '../ids.ts';
import { currency, dollars, sumOfDollars } from '../money.ts';
import { huntReport } from './hunt-reports.ts';
import { defineRoute } from './route.ts';

/** `cancelled`: called off by staff; no joins, no claims, every member is refunded. */
export const huntStatus = z.enum(['upcoming', 'active', 'complete', 'cancelled']);
export type HuntStatus = z.infer<typeof huntStatus>;

/** Staff also see drafts, which are never public. */
export const staffHuntStatus = z.enum(['draft', ...huntStatus.options]);
export type StaffHuntStatus = z.infer<typeof staffHuntStatus>;

/** A circle on the map; the radius is in metres. */
export const searchArea = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  radius_m: z.number().positive(),
  caption: z.string().optional(),
});

/** The public data of a hunt. */
export const product = z.object({
  id,
  type: z.literal('hunt'),
  handle,
  title: z.string(),
  region: z.string(),
  description: z.string(),
  status: huntStatus,
  /** Dollars; the displayed value is the sum of the two. */
  base_value: dollars,
  purchase_bonus: sumOfDollars,
  price_amount: dollars,
  price_currency: currency,
  hidden_at: timestamp.nullable(),
  /** Hex SHA-256 of the salt and the treasure code, present once the hunt is open. */
  commitment: z.string().nullable(),
  search_area: searchArea.nullable(),
  /** The circles before it, the oldest first. */
  previous_search_areas: z.array(searchArea).optional(),
  images: z.array(z.object({ src: z.string(), alt: z.string() })),
  participants: z.int().nonnegative(),
});
export type Product = z.infer<typeof product>;

/**
 * The texts of the public page of a hunt that staff write, each stored in the column of its name. Routes, rows and
 * the form in the back office derive from them.
 */
export const pageTexts = z.object({
  story: z.string().max(20_000),
  /** One rule per line. */
  rules: z.string().max(10_000),
});
export type PageTexts = z.infer<typeof pageTexts>;

/** Of a row, of a form or of what staff send. */
export function pickPageTexts<Texts extends Partial<PageTexts>>(
  from: Texts,
): Pick<Texts, keyof PageTexts & keyof Texts> {
  const names = Object.keys(pageTexts.shape).filter((name) => name in from);
  return Object.fromEntries(names.map((name) => [name, from[name as keyof Texts]])) as Pick<
    Texts,
    keyof PageTexts & keyof Texts
  >;
}

export const listProducts = defineRoute({
  owner: 'gateway',
  method: 'GET',
  path: '/api/products',
  access: 'anyone',
  summary: 'Every hunt, with its present value',
  answer: z.array(product),
});

export const streamProducts = defineRoute({
  owner: 'gateway',
  method: 'GET',
  path: '/api/products/live',
  answerType: 'text/event-stream',
  access: 'anyone',
  summary:
    'text/event-stream: `product` with the product whenever it changes, `released` with {handle} when a clue or update is out',
  answer: z.string(),
});

const release = z.object({
  id,
  number: z.int(),
  title: z.string(),
  body_html: z.string(),
  published_at: timestamp,
});

/** What members may read. */
export const huntData = z.object({
  id,
  handle,
  title: z.string(),
  region: z.string(),
  status: huntStatus,
  intro: z.string(),
  hidden_at: timestamp.nullable(),
  completed_at: timestamp.nullable(),
  next_release_at: timestamp.nullable(),
  clues: z.array(release),
  updates: z.array(release),
  search_area: searchArea.nullable(),
  /** One rule per line. */
  rules: z.string(),
  /** Null until staff publish it. */
  report: huntReport.nullable().optional(),
});
export type HuntData = z.infer<typeof huntData>;

export const getHuntData = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/hunt/data/:handle',
  access: 'member',
  summary: 'The hunt page, for members and admins',
  params: z.object({ handle: z.string().max(80) }),
  answer: huntData,
});
