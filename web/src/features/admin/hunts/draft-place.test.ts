import { expect, it } from 'vitest';
import { placeOf } from './draft-place.ts';

it.each([
  ['hunt:new', { hunt: 'new', clue: '' }],
  ['hunt:h1', { hunt: 'h1', clue: '' }],
  ['clue:h1:new', { hunt: 'h1', clue: 'new' }],
  ['clue:h1:c1', { hunt: 'h1', clue: 'c1' }],
  ['report:h1', { hunt: 'h1', clue: '' }],
  ['email', null],
])('the draft of %s belongs to %j', (form, place) => {
  expect(placeOf(form)).toEqual(place);
});
