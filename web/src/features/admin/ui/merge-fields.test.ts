import { expect, it } from 'vitest';
import { differencesOf, mergeFields } from './merge-fields.ts';

const base = { title: 'North', text: 'Go', when: 'draft', has_area: false };
const mine = { ...base, title: 'North by west', text: 'Go slowly' };
const theirs = { ...base, title: 'Northward', when: 'scheduled', has_area: true };

it('keeps my value of a field that both changed, and theirs of one that only they changed', () => {
  expect(mergeFields({ base, mine, theirs })).toEqual({
    title: 'North by west',
    text: 'Go slowly',
    when: 'scheduled',
    has_area: true,
  });
});

it('shows what they changed, and whether I changed it too', () => {
  expect(differencesOf({ base, mine, theirs })).toEqual([
    { name: 'title', mine: 'North by west', theirs: 'Northward', isMineChanged: true },
    { name: 'when', mine: 'draft', theirs: 'scheduled', isMineChanged: false },
    { name: 'has_area', mine: 'No', theirs: 'Yes', isMineChanged: false },
  ]);
});

it('shows nothing where both wrote the same', () => {
  expect(differencesOf({ base, mine: theirs, theirs })).toEqual([]);
});
