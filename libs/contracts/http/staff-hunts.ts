import { z } from 'zod';
import { handle, id, timestamp } from '../ids.ts';
import { currency, dollars, sumOfDollars } from '../money.ts';
import { pageTexts, product, searchArea, staffHuntStatus } from './hunts.ts';
import { csvPart, csvQuery, keysetPagination, optionalKeysetQuery } from './pages.ts';
import { defineRoute } from './route.ts';

const text = (name: string, max: number) =>
  z
    .string(`${name} is required`)
    .trim()
    .regex(/\S/, `${name} is required`)
    .max(max, `${name} is too long`);

/** Appears in subjects of mails, in lists and in window titles (P-3.6). */
const line = (name: string, max: number) =>
  text(name, max).regex(/^[^\p{Cc}\u2028\u2029]*$/u, `${name} must be one line`);

const image = z.object({
  src: z
    .string()
    .regex(/^\/[\w-]+(?:[./][\w-]+)*[./]?$/, 'Images must be on our own host')
    .max(300),
  alt: z.string().trim().max(300),
});

/** At least 12 characters without surrounding spaces. Codes that staff enter have 40 bits (P-5.6). */
const TWELVE = /\S[\s\S]{10,}\S/;
const treasureCode = z
  .string()
  .trim()
  .regex(TWELVE, 'A treasure code has at least 12 characters')
  .max(100);

const stash = z.object({
  code: z.string().trim().regex(TWELVE, 'A stash code has at least 12 characters').max(100),
  phrase: z.string().trim().regex(/\S/, 'A phrase is required').max(2_000),
});

/** At most the size of a region: a typing error would cover the whole map. */
const drawnArea = searchArea.extend({
  radius_m: z.number().positive().max(500_000, 'The radius may be up to 500 km'),
  caption: z.string().trim().max(300, 'The caption is too long').optional(),
});

/** The fields of a hunt that staff may write. */
const editable = z.object({
  title: line('A title', 120),
  region: line('A region', 120),
  description: text('A description', 2_000),
  ...pageTexts.shape,
  /** For members. */
  intro: z.string().max(20_000),
  // Stripe's minimum and maximum charge:
  // https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
  price_amount: dollars
    .min(0.5, 'The price must be at least $0.50')
    .max(999_999.99, 'The price can be at most $999,999.99'),
  base_value: dollars,
  bonus_per_purchase: dollars,
  hidden_at: timestamp.nullable(),
  search_area: drawnArea.nullable(),
  images: z.array(image).max(12),
});

/** Of a hunt or clue, for If-Match and for conflicts. */
const editing = z.object({
  /** Increases with each change of a field that staff write. */
  version: z.int().positive(),
  /** The admin of the last change; null for the seed, the SQL tool, and before the first one. */
  edited_by: id.nullable(),
  edited_at: timestamp.nullable(),
});

/** A hunt as staff see it: codes and phrases are write-only. */
export const staffHunt = editable.extend({
  // As stored: earlier releases accepted more values.
  title: z.string(),
  region: z.string(),
  price_amount: dollars,
  search_area: searchArea.nullable(),
  images: product.shape.images,
  id,
  handle,
  status: staffHuntStatus,
  price_currency: currency,
  completed_at: timestamp.nullable(),
  cancelled_at: timestamp.nullable(),
  /** What staff wrote to the members when they called the hunt off. */
  cancellation_reason: z.string().nullable(),
  commitment: z.string().nullable(),
  committed_at: timestamp.nullable(),
  has_treasure_code: z.boolean(),
  has_stash: z.boolean(),
  /** A generated code that this admin can read again until it is acknowledged. */
  unacknowledged_code: z.object({ admin_id: id }).nullable(),
  participants: z.int().nonnegative(),
  purchase_bonus: sumOfDollars,
  created_at: timestamp,
  ...editing.shape,
});
export type StaffHunt = z.infer<typeof staffHunt>;

/** `treasure_code` is in the answer to the call that generated it, until it is acknowledged. */
const huntWithCode = staffHunt.extend({ treasure_code: z.string().optional() });

const initialStatus = z.enum(['draft', 'upcoming', 'active']);

export const newHunt = editable
  .partial({
    intro: true,
    hidden_at: true,
    search_area: true,
    images: true,
    base_value: true,
    bonus_per_purchase: true,
  })
  .extend({
    ...pageTexts.partial().shape,
    handle,
    status: initialStatus.default('upcoming'),
    treasure_code: treasureCode.optional(),
    stash: stash.nullable().optional(),
  });

/**
 * `status: "upcoming"` makes a draft public; `status: "active"` opens the hunt and publishes the
 * commitment to its code.
 */
export const huntChanges = editable.partial().extend({
  handle: handle.optional(),
  status: staffHuntStatus.optional(),
  treasure_code: treasureCode.optional(),
  stash: stash.nullable().optional(),
});

const byId = z.object({ id });

const huntFilter = z.object({
  status: staffHuntStatus.or(z.literal('')).default(''),
  /** Part of the title or handle, or an id in full. */
  search: z.string().trim().max(254).default(''),
});
export type HuntFilter = z.output<typeof huntFilter>;

const staffHuntsQuery = optionalKeysetQuery.extend({
  ...huntFilter.shape,
  /** `position`: as on the public list. */
  sort: z.enum(['position', 'created_at', 'title', 'status', 'price']).default('position'),
});
export type StaffHuntsQuery = z.output<typeof staffHuntsQuery>;

export const listStaffHunts = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/hunts',
  access: 'admin',
  otherRefusals: [409],
  summary: 'Hunts as staff see them, by status and text; every hunt without a limit',
  query: staffHuntsQuery,
  answer: z.object({ hunts: z.array(staffHunt), pagination: keysetPagination.optional() }),
});

export const exportHunts = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/hunts-export',
  access: 'admin',
  otherRefusals: [409],
  summary: 'The hunts of a filter as CSV, in parts; recorded in the activity log',
  query: csvQuery.extend(huntFilter.shape),
  answer: csvPart,
});

export const createHunt = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/api/admin/hunts',
  access: 'admin',
  summary: 'Make a hunt; without a treasure code one is generated and answered once',
  body: newHunt,
  answer: huntWithCode,
  status: 201,
});

export const getStaffHunt = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/hunts/:id',
  access: 'admin',
  summary: 'One hunt, as staff see it',
  params: byId,
  answer: staffHunt,
});

export const updateHunt = defineRoute({
  owner: 'catalog',
  method: 'PATCH',
  path: '/api/admin/hunts/:id',
  access: 'admin',
  summary: 'Change a hunt; 409 for the code of a hunt that is open',
  params: byId,
  body: huntChanges,
  ifMatch: true,
  answer: staffHunt,
});

export const releaseKind = z.enum(['clue', 'update']);

/** A clue or an update as staff see it. */
export const staffClue = z.object({
  id,
  hunt_id: id,
  kind: releaseKind,
  /** Until the release it follows the order of release, unless staff chose it. */
  number: z.int().positive(),
  is_number_chosen: z.boolean(),
  title: z.string(),
  body_html: z.string(),
  /** Null for a draft. */
  publish_at: timestamp.nullable(),
  /** Whether it is released at the moment of the call. */
  is_published: z.boolean(),
  /** When its alerts were requested. */
  announced_at: timestamp.nullable(),
  created_at: timestamp,
  ...editing.shape,
});
export type StaffClue = z.infer<typeof staffClue>;

export const newClue = z.object({
  kind: releaseKind,
  /** Null, the default: the next number of its kind in the order of release. */
  number: z.int().positive().max(10_000).nullable().optional(),
  title: line('A title', 200),
  body_html: text('A text', 80_000),
  publish_at: timestamp.nullable(),
});

export const clueChanges = newClue.omit({ kind: true }).partial();

const clueOfHunt = z.object({ id, clueId: id });

export const listStaffClues = defineRoute({
  owner: 'catalog',
  method: 'GET',
  path: '/api/admin/hunts/:id/clues',
  access: 'admin',
  summary: 'Clues and updates of a hunt: out, scheduled and drafts',
  params: byId,
  answer: z.object({ clues: z.array(staffClue) }),
});

export const createClue = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/api/admin/hunts/:id/clues',
  access: 'admin',
  summary: 'Write a clue or update; `publish_at` now or in the past is out at once',
  params: byId,
  body: newClue,
  answer: staffClue,
  status: 201,
});

export const updateClue = defineRoute({
  owner: 'catalog',
  method: 'PATCH',
  path: '/api/admin/hunts/:id/clues/:clueId',
  access: 'admin',
  summary: 'Change a clue or update; one that is out keeps its time and number (409)',
  params: clueOfHunt,
  body: clueChanges,
  ifMatch: true,
  answer: staffClue,
});

export const deleteClue = defineRoute({
  owner: 'catalog',
  method: 'DELETE',
  path: '/api/admin/hunts/:id/clues/:clueId',
  access: 'admin',
  summary: 'Delete a clue or update that is not out yet (409 otherwise)',
  params: clueOfHunt,
  answer: z.object({ message: z.string() }),
});

export const previewClue = defineRoute({
  owner: 'catalog',
  method: 'POST',
  path: '/api/admin/clues/preview',
  access: 'admin',
  idempotency: 'none',
  summary: 'What sanitising leaves of a text',
  body: z.object({ body_html: z.string().max(80_000) }),
  answer: z.object({ body_html: z.string() }),
});
