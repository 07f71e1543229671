import type { User } from '@cairn/contracts/http/accounts.ts';
import { readItem, removeItem, writeItem } from '../../lib/browser-storage.ts';

export type EndReason = 'logout' | 'deleted' | 'refused';
type Snapshot = { token: string | null; ended: EndReason | null };

const TOKEN = 'token';
const USER = 'user';
/** The hunt that this user was joining at sign-up; removed with the session. */
export const HUNT_TO_JOIN = 'huntToJoin';

const ANONYMOUS: Snapshot = { token: null, ended: null };

const listeners = new Set<() => void>();
let snapshot: Snapshot = { token: readInitialToken(), ended: null };

export function readToken(): string | null {
  return snapshot.token;
}

export function readSnapshot(): Snapshot {
  return snapshot;
}

/** Snapshot at build time, when pages are rendered without a session. */
export function readServerSnapshot(): Snapshot {
  return ANONYMOUS;
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
  writeItem(TOKEN, token);
  storeUser(user);
  publish({ token, ended: null });
}

/** Replaces the token of the same user. */
export function renewToken(token: string): void {
  writeItem(TOKEN, token);
  publish({ token, ended: null });
}

export function endSession(reason: EndReason): void {
  removeItem(TOKEN);
  removeItem(USER);
  removeItem(HUNT_TO_JOIN);
  publish({ token: null, ended: reason });
}

export function subscribe(listener: () => void): () => void {
  if (typeof window === 'undefined') return () => undefined;
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
  };
}

/** The key is `null` after `localStorage.clear()` in another tab. */
function followOtherTabs(event: StorageEvent): void {
  if (event.key !== TOKEN && event.key !== null) return;
  const token = readItem(TOKEN);
  if (token !== snapshot.token) publish({ token, ended: token ? null : 'logout' });
}

function publish(next: Snapshot): void {
  snapshot = next;
  for (const listener of listeners) listener();
}

function readInitialToken(): string | null {
  return typeof window === 'undefined' ? null : readItem(TOKEN);
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
