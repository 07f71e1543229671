import { expect, test } from 'vitest';
import { consumeRedirect, findHuntToJoin, joinPath, saveRedirect } from './redirect-after-login.ts';

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

test('the hunt to join is read from the saved path of its page, and from no other path', () => {
  saveRedirect(joinPath('vt-troll-hunt'));
  expect(findHuntToJoin()).toBe('vt-troll-hunt');
  expect(consumeRedirect()).toBe('/hunts/vt-troll-hunt?join');
  for (const path of ['/hunts/vt-troll-hunt', '/hunts/a/b?join', '/hunt/a-hunt?join']) {
    saveRedirect(path);
    expect(findHuntToJoin()).toBeUndefined();
  }
});
