import { mapServices } from '../services.ts';
import { type EventDefinition, isEvent } from './define-event.ts';
import * as hunts from './hunts.ts';
import * as purchases from './purchases.ts';
import * as staff from './staff.ts';
import * as users from './users.ts';

/** Every event of Cairn. */
export const EVENTS: readonly EventDefinition[] = [users, purchases, hunts, staff].flatMap(
  (module) => Object.values<unknown>(module).filter(isEvent),
);

/**
 * The events that each service handles. A service does not start unless it has exactly one handler for each of
 * its subscriptions.
 */
export const SUBSCRIPTIONS = mapServices((name) =>
  EVENTS.filter(({ consumers }) => consumers.includes(name)),
);
