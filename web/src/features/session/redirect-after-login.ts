import { readItem, removeItem, writeItem } from '../../lib/browser-storage.ts';
import { safePath } from '../../lib/safe-path.ts';

const KEY = 'redirectAfterLogin';

export function saveRedirect(path: string): void {
  writeItem(KEY, path);
}

/** The hunt's page, which asks for the payment at once. */
export function joinPath(handle: string): string {
  return `/hunts/${handle}?join`;
}

/** The hunt that the visitor was joining when they were sent to log in or sign up. */
export function findHuntToJoin(): string | undefined {
  return /^\/hunts\/([a-z0-9-]+)\?join$/.exec(readItem(KEY) ?? '')?.[1];
}

/** Pages that only lead to a login form; a redirect to them after a login is useless. */
const LOGIN_PAGES = /^\/(login|signup)\/?([?#]|$)/i;

/** Reads and removes the redirect path; the stored path is not trusted to be on this site. */
export function consumeRedirect(): string {
  const path = safePath(readItem(KEY));
  removeItem(KEY);
  return path && !LOGIN_PAGES.test(path) ? path : '/dashboard';
}
