import { expect, test } from 'vitest';
import { consumeRedirect, saveRedirect } from './redirect-after-login.ts';

// Without localStorage the path is kept in memory.
test.each([
  ['/hunt/vt-troll-hunt?clue=2', '/hunt/vt-troll-hunt?clue=2'],
  ['/login-of-old', '/login-of-old'],
  ['//evil.example', '/dashboard'],
  ['/login', '/dashboard'],
  ['/Login/', '/dashboard'],
  ['/signup?from=mail', '/dashboard'],
])('redirects %s to %s after a login, once', (saved, expected) => {
  saveRedirect(saved);
  expect(consumeRedirect()).toBe(expected);
  expect(consumeRedirect()).toBe('/dashboard');
});
