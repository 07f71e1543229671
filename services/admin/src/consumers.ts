import { staffActed } from '@cairn/contracts/events/staff.ts';
import { type EventHandler, on } from '@cairn/events/handlers.ts';
import { recordActivity } from './activities/activities.handlers.ts';

export function createHandlers(): EventHandler[] {
  return [on(staffActed, recordActivity)];
}
