import { expect, test } from 'vitest';
import { keepRedirect, takeRedirect } from './redirect-after-login.ts';

// Without a browser's storage the paths are kept in memory.
test.each([
  ['/hunt/vt-troll-hunt?clue=2', '/hunt/vt-troll-hunt?clue=2'],
  ['/login-of-old', '/login-of-old'],
  ['//evil.example', '/dashboard'],
  ['/login', '/dashboard'],
  ['/Login/', '/dashboard'],
  ['/signup?from=mail', '/dashboard'],
])('after a login %s leads to %s, once', (kept, taken) => {
  keepRedirect(kept);
  expect(takeRedirect()).toBe(taken);
  expect(takeRedirect()).toBe('/dashboard');
});
