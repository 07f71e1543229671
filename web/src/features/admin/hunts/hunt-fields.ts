import { describeIssue } from '@cairn/contracts/http/field-texts.ts';
import { type PageTexts, pickPageTexts } from '@cairn/contracts/http/hunts.ts';
import { huntChanges, newHunt, type StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import type { z } from 'zod';
import { fromLocalInput, toLocalInput } from '../ui/moments.ts';
import type { useDraftForm } from '../ui/use-draft-form.ts';

type Image = { src: string; alt: string };

/** The texts of the public page, as the form shows them. */
export const PAGE_TEXT_FIELDS = {
  story: { label: 'Story', rows: 6, hint: 'Public, on the hunt’s own page /hunts/…' },
  rules: { label: 'Rules', rows: 5, hint: 'One rule a line.' },
} as const satisfies Record<keyof PageTexts, { label: string; rows: number; hint: string }>;
export const PAGE_TEXT_NAMES = Object.keys(PAGE_TEXT_FIELDS) as (keyof PageTexts)[];

/** Form values: all typed input is text. */
export type HuntFields = PageTexts & {
  handle: string;
  title: string;
  region: string;
  description: string;
  intro: string;
  price_amount: string;
  base_value: string;
  bonus_per_purchase: string;
  hidden_at: string;
  has_area: boolean;
  lat: string;
  lng: string;
  radius_m: string;
  caption: string;
  images: Image[];
  treasure_code: string;
  has_stash: boolean;
  stash_code: string;
  stash_phrase: string;
};

export type HuntFormState = ReturnType<typeof useDraftForm<HuntFields>>;

export type NewHunt = z.input<typeof newHunt>;
export type HuntChanges = z.input<typeof huntChanges>;

export const EMPTY_HUNT: HuntFields = {
  ...(Object.fromEntries(PAGE_TEXT_NAMES.map((name) => [name, ''])) as PageTexts),
  handle: '',
  title: '',
  region: '',
  description: '',
  intro: '',
  price_amount: '',
  base_value: '0',
  bonus_per_purchase: '0',
  hidden_at: '',
  has_area: false,
  lat: '44.0',
  lng: '-72.7',
  radius_m: '12000',
  caption: '',
  images: [],
  treasure_code: '',
  has_stash: false,
  stash_code: '',
  stash_phrase: '',
};

/** As the form names them. */
export const HUNT_LABELS: Record<string, string> = {
  handle: 'Handle',
  title: 'Title',
  region: 'Region',
  description: 'Description',
  ...Object.fromEntries(PAGE_TEXT_NAMES.map((name) => [name, PAGE_TEXT_FIELDS[name].label])),
  intro: 'Introduction',
  price_amount: 'Price in dollars',
  base_value: 'Base value in dollars',
  bonus_per_purchase: 'Bonus for each purchase',
  hidden_at: 'Hidden at',
  has_area: 'Search area',
  lat: 'Latitude',
  lng: 'Longitude',
  radius_m: 'Radius in metres',
  caption: 'Caption',
  images: 'Images',
  has_stash: 'Stash',
};

export function fieldsOf(hunt: StaffHunt): HuntFields {
  const area = hunt.search_area;
  return {
    ...EMPTY_HUNT,
    handle: hunt.handle,
    title: hunt.title,
    region: hunt.region,
    description: hunt.description,
    ...pickPageTexts(hunt),
    intro: hunt.intro,
    price_amount: String(hunt.price_amount),
    base_value: String(hunt.base_value),
    bonus_per_purchase: String(hunt.bonus_per_purchase),
    hidden_at: toLocalInput(hunt.hidden_at),
    has_area: area !== null,
    ...(area && {
      lat: String(area.lat),
      lng: String(area.lng),
      radius_m: String(area.radius_m),
      caption: area.caption ?? '',
    }),
    images: hunt.images,
    has_stash: hunt.has_stash,
  };
}

/** All fields of a new hunt, which starts as a draft; empty codes are omitted. */
export function toNewHunt(fields: HuntFields): NewHunt {
  return {
    status: 'draft',
    ...editableOf(fields),
    ...(fields.treasure_code.trim() && { treasure_code: fields.treasure_code }),
    ...(fields.has_stash && { stash: stashOf(fields) }),
  };
}

/** Only fields that differ from the loaded values, so that concurrent changes of other fields survive. */
export function toHuntChanges(before: HuntFields, now: HuntFields): HuntChanges {
  const old = new Map(
    Object.entries(editableOf(before)).map(([name, value]) => [name, textOf(value)]),
  );
  const changed = Object.entries(editableOf(now)).filter(
    ([name, value]) => old.get(name) !== textOf(value),
  );
  const isStashGiven = now.has_stash && (now.stash_code !== '' || now.stash_phrase !== '');
  const isStashNew = now.has_stash && !before.has_stash;
  return {
    ...Object.fromEntries(changed),
    ...(now.treasure_code.trim() && { treasure_code: now.treasure_code }),
    ...((isStashGiven || isStashNew) && { stash: stashOf(now) }),
    ...(before.has_stash && !now.has_stash && { stash: null }),
  };
}

type Errors = Partial<Record<keyof HuntFields, string>>;

/** Validates the form against the contract and returns an error message per field. */
export function validateFields(fields: HuntFields, before: HuntFields | null): Errors {
  const parsed = before
    ? huntChanges.safeParse(toHuntChanges(before, fields), { error: describeIssue })
    : newHunt.safeParse(toNewHunt(fields), { error: describeIssue });
  const issues = parsed.success ? [] : parsed.error.issues;
  const errors: Errors = Object.fromEntries(
    issues.map(({ path, message }) => [fieldAt(path), messageAt(path, message)]),
  );
  if (numberIn(fields.bonus_per_purchase) > numberIn(fields.price_amount)) {
    errors.bonus_per_purchase ??= 'The bonus for each purchase can be at most the price';
  }
  return errors;
}

function fieldAt([first, second]: PropertyKey[]): string {
  if (first === 'search_area') return String(second ?? 'lat');
  return first === 'stash' ? `stash_${String(second ?? 'code')}` : String(first);
}

const FIELD_MESSAGES: Record<string, string> = {
  handle: 'Use small letters, digits and single dashes, such as vt-troll-hunt',
  base_value: 'Use an amount in dollars, such as 1000',
  bonus_per_purchase: 'Use an amount in dollars, such as 10',
  lat: 'A latitude is between -90 and 90',
  lng: 'A longitude is between -180 and 180',
  radius_m: 'A radius is a number of metres above 0, and up to 500,000',
};

function messageAt(path: PropertyKey[], message: string): string {
  const field = fieldAt(path);
  if (field === 'price_amount' && !message.includes('$'))
    return 'Use an amount in dollars, such as 20';
  return FIELD_MESSAGES[field] ?? message;
}

function editableOf(fields: HuntFields) {
  const { handle, title, region, description, intro, images } = fields;
  return {
    ...pickPageTexts(fields),
    handle: handle.trim(),
    title,
    region,
    description,
    intro,
    images,
    price_amount: numberIn(fields.price_amount),
    base_value: numberIn(fields.base_value),
    bonus_per_purchase: numberIn(fields.bonus_per_purchase),
    hidden_at: fromLocalInput(fields.hidden_at),
    search_area: fields.has_area ? areaOf(fields) : null,
  };
}

function areaOf({ lat, lng, radius_m, caption }: HuntFields) {
  return {
    lat: numberIn(lat),
    lng: numberIn(lng),
    radius_m: numberIn(radius_m),
    ...(caption.trim() && { caption: caption.trim() }),
  };
}

function stashOf({ stash_code, stash_phrase }: HuntFields) {
  return { code: stash_code, phrase: stash_phrase };
}

/** NaN for text that is not a number; the contract rejects NaN. */
function numberIn(text: string): number {
  const number = Number(text.trim().replace(/^\$/, '').replaceAll(',', ''));
  return text.trim() === '' || Number.isNaN(number) ? Number.NaN : number;
}

function textOf(value: unknown): string {
  return Number.isNaN(value) ? 'NaN' : JSON.stringify(value);
}
