import { expect, it } from 'vitest';
import { subjectOf, textsPathOf } from './subject.ts';

it.each([
  [
    { subject: { type: 'account', id: 'a1' }, after: {} },
    { type: 'account', id: 'a1' },
  ],
  [{ subject: { type: 'sql', id: null } }, { type: 'sql' }],
  [{ subject: 'account' }, {}],
  [null, {}],
  ['{}', {}],
])('reads the subject of %j', (details, subject) => {
  expect(subjectOf(details)).toEqual(subject);
});

it.each([
  [{ subject: { type: 'hunt', id: 'h1' } }, '/admin?tab=hunts&hunt=h1&view=texts'],
  [
    { subject: { type: 'clue', id: 'c1' }, after: { hunt_id: 'h1' } },
    '/admin?tab=hunts&hunt=h1&clue=c1&view=texts',
  ],
  [{ subject: { type: 'clue', id: 'c1' }, after: null }, null],
  [{ subject: { type: 'account', id: 'a1' } }, null],
])('links %j to the texts at %j', (details, path) => {
  expect(textsPathOf(details)).toBe(path);
});
