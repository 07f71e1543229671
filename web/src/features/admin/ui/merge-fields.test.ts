import { expect, it } from 'vitest';
import { differencesOf, mergeFields } from './merge-fields.ts';

const base = { title: 'North', text: 'Go', when: 'draft', has_area: false };
const local = { ...base, title: 'North by west', text: 'Go slowly' };
const remote = { ...base, title: 'Northward', when: 'scheduled', has_area: true };

it('keeps the local value of a field that both changed, and takes the remote one of a field that only it changed', () => {
  expect(mergeFields({ base, local, remote })).toEqual({
    title: 'North by west',
    text: 'Go slowly',
    when: 'scheduled',
    has_area: true,
  });
});

it('shows what the remote side changed, and whether the local one did too', () => {
  expect(differencesOf({ base, local, remote })).toEqual([
    { name: 'title', local: 'North by west', remote: 'Northward', isLocalChanged: true },
    { name: 'when', local: 'draft', remote: 'scheduled', isLocalChanged: false },
    { name: 'has_area', local: 'No', remote: 'Yes', isLocalChanged: false },
  ]);
});

it('shows nothing where both wrote the same', () => {
  expect(differencesOf({ base, local: remote, remote })).toEqual([]);
});
