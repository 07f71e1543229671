import type { EventHandler } from '@cairn/events/handlers.ts';

/** payment subscribes to nothing yet. */
export function createHandlers(): EventHandler[] {
  return [];
}
