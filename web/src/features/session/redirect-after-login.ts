import { readItem, removeItem, writeItem } from '../../lib/browser-storage.ts';
import { safePath } from '../../lib/safe-path.ts';

const KEY = 'redirectAfterLogin';

export function saveRedirect(path: string): void {
  writeItem(KEY, path);
}

/** Pages that only lead to a login form; a redirect to them after a login is useless. */
const LOGIN_PAGES = /^\/(login|signup)\/?([?#]|$)/i;

/** Reads and removes the redirect path; the stored path is not trusted to be on this site. */
export function consumeRedirect(): string {
  const path = safePath(readItem(KEY));
  removeItem(KEY);
  return path && !LOGIN_PAGES.test(path) ? path : '/dashboard';
}
