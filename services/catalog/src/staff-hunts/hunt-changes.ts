import { isDeepStrictEqual } from 'node:util';
import type { StaffHuntStatus } from '@cairn/contracts/http/hunts.ts';
import { pageTexts } from '@cairn/contracts/http/hunts.ts';
import type { huntChanges, StaffHunt } from '@cairn/contracts/http/staff-hunts.ts';
import { ConflictError, InvalidInputError } from '@cairn/service-kit/errors.ts';
import type { z } from 'zod';

export type HuntChanges = z.output<typeof huntChanges>;

/** The readable fields; codes are write-only. */
type Fields = Partial<StaffHunt>;

/** Too long for the activity log, which names them without their values. */
const LONG_TEXTS: readonly (keyof StaffHunt)[] = [
  'description',
  'intro',
  ...pageTexts.keyof().options,
];

/** The fields whose value differs from the current one. */
export function findChanges(before: StaffHunt, changes: HuntChanges): Fields {
  const { treasure_code: _, stash: __, ...fields } = changes;
  const written: Fields = {
    ...fields,
    ...(fields.hidden_at ? { hidden_at: new Date(fields.hidden_at).toISOString() } : {}),
  };
  return pick(written, (name) => !isDeepStrictEqual(written[name], before[name]));
}

/** Throws 409 if the status does not allow a change. `saveUncommittedCode` guards the code. */
export function checkChanges(before: StaffHunt, changed: Fields): void {
  const { status } = before;
  if (changed.price_amount !== undefined || changed.bonus_per_purchase !== undefined) {
    checkBonus({ ...before, ...changed });
  }
  if (changed.status && !ALLOWED_STATUS[status]?.includes(changed.status)) {
    throw new ConflictError(refusalOf(status, changed.status));
  }
  if (isBeforeOpening(status)) return;
  if (changed.handle !== undefined) {
    throw new ConflictError('The handle of a hunt that is open cannot be changed.');
  }
  if (changed.hidden_at === null) {
    throw new ConflictError('A hunt that is open says since when its treasure is hidden.');
  }
  const isPrizeChanged = 'base_value' in changed || 'bonus_per_purchase' in changed;
  if (isPrizeChanged && (status === 'complete' || status === 'cancelled')) {
    throw new ConflictError(`The prize of a hunt that is ${status} cannot be changed.`);
  }
}

/** Refuses a bonus above the price: a refunded or disputed purchase would raise the prize for nothing. */
export function checkBonus({ price_amount, bonus_per_purchase }: Prices): void {
  if (bonus_per_purchase <= price_amount) return;
  const text = 'The bonus for each purchase can be at most the price';
  throw new InvalidInputError(text, { bonus_per_purchase: text });
}

type Prices = Pick<StaffHunt, 'price_amount' | 'bonus_per_purchase'>;

/** No commitment is published, so code and handle may still change. */
function isBeforeOpening(status: StaffHuntStatus): boolean {
  return status === 'draft' || status === 'upcoming';
}

const ALLOWED_STATUS: Partial<Record<StaffHuntStatus, readonly StaffHuntStatus[]>> = {
  draft: ['upcoming', 'active'],
  upcoming: ['active'],
};

function refusalOf(from: StaffHuntStatus, to: StaffHuntStatus): string {
  if (from === 'cancelled') return 'A hunt that is called off stays called off.';
  if (to === 'cancelled') return 'A hunt is called off by its own call, which refunds its members.';
  if (to === 'draft') return 'A hunt that is public cannot become a draft again.';
  return REFUSED_STATUS[`${from} to ${to}`] ?? 'A hunt is completed by the claim that wins it.';
}

const REFUSED_STATUS: Record<string, string> = {
  'active to upcoming': 'A hunt that is open cannot go back.',
  'complete to active': 'A hunt that is complete opens again when its claim is rejected.',
  'complete to upcoming': 'A hunt that is complete cannot go back.',
};

/** The change for the activity log: values, but only the names of long texts and codes. */
export function describeChanges(before: StaffHunt, changed: Fields, given: HuntChanges) {
  const isShort = (name: string) => !LONG_TEXTS.some((text) => text === name);
  const secrets = (['treasure_code', 'stash'] as const).filter((name) => given[name] !== undefined);
  const alsoChanged = [...LONG_TEXTS.filter((name) => name in changed), ...secrets];
  return {
    before: pick(before, (name) => name in changed && isShort(name)),
    after: {
      ...pick(changed, isShort),
      ...(alsoChanged.length > 0 ? { also_changed: alsoChanged } : {}),
    },
  };
}

function pick(fields: Fields, isWanted: (name: keyof StaffHunt) => boolean): Fields {
  const names = Object.keys(fields) as (keyof StaffHunt)[];
  return Object.fromEntries(names.filter(isWanted).map((name) => [name, fields[name]]));
}
