import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

test.each(['/', '/dashboard', '/hunt/vt-troll-hunt?clue=2#three'])('accepts %s', (path) => {
  expect(safePath(path)).toBe(path);
});

test.each([
  null,
  '',
  'dashboard',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/dashboard',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/..//evil.example',
])('rejects %j', (path) => {
  expect(safePath(path)).toBeNull();
});
