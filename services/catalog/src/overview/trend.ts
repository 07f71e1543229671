import type { getHuntsTrend } from '@cairn/contracts/http/staff-overview.ts';
import { dollarsFromCents } from '@cairn/contracts/money.ts';
import type { z } from 'zod';
import type { HuntChanges } from './overview.store.ts';

type HuntOnDay = z.output<typeof getHuntsTrend.answer>['days'][number];

/** Members and prize of each hunt at the end of each of the days. */
export function accumulate(changes: readonly HuntChanges[], days: readonly string[]): HuntOnDay[] {
  const hunts = Map.groupBy(changes, ({ huntId }) => huntId);
  return [...hunts.values()].flatMap((rows) => days.map((day) => stateOn(day, rows)));
}

function stateOn(day: string, rows: readonly HuntChanges[]): HuntOnDay {
  const [hunt] = rows;
  if (!hunt) throw new Error('a hunt has at least one row');
  const until = rows.filter((row) => row.day <= day);
  const members = until.reduce((sum, row) => sum + row.members, 0);
  const { completedOn, frozenBonusCents, baseValueCents } = hunt;
  const isFrozen = completedOn !== null && completedOn <= day && frozenBonusCents !== null;
  const bonusCents = isFrozen
    ? frozenBonusCents
    : until.reduce((sum, row) => sum + row.bonusCents, 0);
  return {
    hunt_id: hunt.huntId,
    hunt_title: hunt.huntTitle,
    day,
    members,
    prize: dollarsFromCents(baseValueCents + bonusCents),
  };
}
