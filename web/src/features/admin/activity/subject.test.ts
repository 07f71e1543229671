import { expect, it } from 'vitest';
import { subjectOf } from './subject.ts';

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
