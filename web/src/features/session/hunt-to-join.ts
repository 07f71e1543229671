import { readItem, removeItem, writeItem } from '../../lib/browser-storage.ts';
import { HUNT_TO_JOIN } from '../../lib/session-store.ts';

/** The hunt of the sign-up, kept from the verification of the address until the user has joined it. */
export function saveHuntToJoin(handle: string): void {
  writeItem(HUNT_TO_JOIN, handle);
}

export function readHuntToJoin(): string | null {
  return readItem(HUNT_TO_JOIN);
}

export function removeHuntToJoin(): void {
  removeItem(HUNT_TO_JOIN);
}
