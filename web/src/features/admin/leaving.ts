import { readSnapshot, readStoredUser, readToken, subscribe } from '../session/session-store.ts';

/**
 * Calls `forget` when whoever is here logs out, or somebody else logs in. Not when a session only
 * ends: who logs in again goes on with what was begun.
 */
export function onLeave(forget: () => void): void {
  let owner = ownId();
  subscribe(() => {
    const next = ownId();
    const isOther = readToken() !== null && next !== owner;
    if (isOther || readSnapshot().ended === 'logout') forget();
    owner = next ?? owner;
  });
}

function ownId(): string | null {
  return readStoredUser()?.id ?? null;
}
