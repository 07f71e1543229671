import type { User } from '@cairn/contracts/http/accounts.ts';
import { readItem, removeItem, writeItem } from './browser-storage.ts';
import { createStore } from './store.ts';

export type EndReason = 'logout' | 'deleted' | 'refused';
type SessionState = { token: string | null; ended: EndReason | null };

const TOKEN = 'token';
const USER = 'user';
/** The hunt that this user was joining at sign-up; removed with the session. */
export const HUNT_TO_JOIN = 'huntToJoin';

const IS_BROWSER = typeof window !== 'undefined';
const ANONYMOUS: SessionState = { token: null, ended: null };

/** The token of this browser, shared by its tabs. */
export const sessionStore = createStore<SessionState>(
  IS_BROWSER ? { token: readItem(TOKEN), ended: null } : ANONYMOUS,
  ANONYMOUS,
);
if (IS_BROWSER) window.addEventListener('storage', followOtherTabs);

export function readToken(): string | null {
  return sessionStore.get().token;
}

/** The cached user; replaced by the result of the token check. */
export function readStoredUser(): User | undefined {
  try {
    const stored: unknown = JSON.parse(readItem(USER) ?? 'null');
    return isUser(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

export function storeUser(user: User): void {
  writeItem(USER, JSON.stringify(user));
}

export function beginSession(token: string, user: User): void {
  // The token last: its change notifies the other tabs, which then read the user.
  storeUser(user);
  writeItem(TOKEN, token);
  sessionStore.set({ token, ended: null });
}

/** Replaces the token of the same user. */
export function renewToken(token: string): void {
  writeItem(TOKEN, token);
  sessionStore.set({ token, ended: null });
}

export function endSession(reason: EndReason): void {
  removeItem(TOKEN);
  removeItem(USER);
  removeItem(HUNT_TO_JOIN);
  sessionStore.set({ token: null, ended: reason });
}

/** The key is `null` after `localStorage.clear()` in another tab. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== TOKEN && event.key !== null) return;
  const token = readItem(TOKEN);
  if (token !== readToken()) sessionStore.set({ token, ended: token ? null : 'logout' });
}

function isUser(value: unknown): value is User {
  return (
    typeof value === 'object' &&
    value !== null &&
    'email' in value &&
    typeof value.email === 'string' &&
    'products' in value &&
    Array.isArray(value.products)
  );
}
