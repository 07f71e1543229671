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

const OLD_CLUE = 'solution 1';
const NEW_CLUE = 'solution 2';

it('takes a field that only the remote side has, and shows it as a difference', () => {
  const sides = {
    base: { story: '', [OLD_CLUE]: '' },
    local: { story: 'Local', [OLD_CLUE]: '' },
    remote: { story: '', [OLD_CLUE]: '', [NEW_CLUE]: 'Theirs' },
  };
  expect(mergeFields<Record<string, string>>(sides)).toEqual({
    story: 'Local',
    [OLD_CLUE]: '',
    [NEW_CLUE]: 'Theirs',
  });
  expect(differencesOf<Record<string, string>>(sides)).toEqual([
    { name: NEW_CLUE, local: '', remote: 'Theirs', isLocalChanged: false },
  ]);
});

it('leaves out a field that the remote side lacks, unless the local one changed it', () => {
  const base = { story: '', [OLD_CLUE]: 'Left', [NEW_CLUE]: 'Right' };
  const local = { ...base, [NEW_CLUE]: 'Local' };
  const merged = mergeFields<Record<string, string>>({ base, local, remote: { story: 'Theirs' } });
  expect(Object.entries(merged)).toEqual([
    ['story', 'Theirs'],
    [NEW_CLUE, 'Local'],
  ]);
});
