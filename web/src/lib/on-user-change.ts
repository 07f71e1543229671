import { readStoredUser, readToken, sessionStore } from './session-store.ts';

/**
 * Calls `clear` when the user logs out or another user logs in. Not when a session expires: the same user
 * can log in again and continue.
 */
export function onUserChange(clear: () => void): void {
  let owner = ownId();
  sessionStore.subscribe(() => {
    const next = ownId();
    const isOtherUser = readToken() !== null && next !== owner;
    if (isOtherUser || sessionStore.get().ended === 'logout') clear();
    owner = next ?? owner;
  });
}

function ownId(): string | null {
  return readStoredUser()?.id ?? null;
}
