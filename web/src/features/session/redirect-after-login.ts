import { readItem, removeItem, writeItem } from '../../lib/browser-storage.ts';
import { safePath } from '../../lib/safe-path.ts';

const KEY = 'redirectAfterLogin';

export function keepRedirect(path: string): void {
  writeItem(KEY, path);
}

/** The doors themselves: whoever is led there after a login stands before a form again. */
const DOORS = /^\/(login|signup)\/?([?#]|$)/i;

/** Where to go after a login, once; the stored path is not trusted to be our own. */
export function takeRedirect(): string {
  const path = safePath(readItem(KEY));
  removeItem(KEY);
  return path && !DOORS.test(path) ? path : '/dashboard';
}
