import { expect, it } from 'vitest';
import { proposeHandle } from './propose-handle.ts';

it.each([
  ['The Troll’s Ford', 'the-trolls-ford'],
  ['  Été à  Montréal! ', 'ete-a-montreal'],
  ['–', ''],
  [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
])('proposes for %j the handle %j', (title, handle) => {
  expect(proposeHandle(title)).toBe(handle);
});
