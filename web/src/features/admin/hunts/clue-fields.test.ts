import type { StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import { expect, it } from 'vitest';
import { EMPTY_CLUE, fieldsOf, toClueChanges, toNewClue, validateFields } from './clue-fields.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const written = { ...EMPTY_CLUE, title: 'North', body_html: '<p>Go</p>' };
const clue: StaffClue = {
  id: 'c1',
  hunt_id: 'h1',
  kind: 'clue',
  number: 3,
  is_number_chosen: true,
  title: 'North',
  body_html: '<p>Go</p>',
  publish_at: '2099-06-01T12:00:30.500Z',
  is_published: false,
  announced_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  version: 1,
  edited_by: null,
  edited_at: null,
};

it.each([
  ['now', '2026-05-01T12:00:30.000Z'],
  ['opening', NOW.toISOString()],
  ['draft', null],
] as const)('release choice %s sets publish_at to %s', (when, at) => {
  expect(toNewClue({ ...written, when }, NOW).publish_at).toBe(at);
});

it('omits an unchanged release time, which has seconds that the input cannot show', () => {
  expect(toClueChanges(clue, { ...fieldsOf(clue), title: 'South' }, NOW)).toEqual({
    title: 'South',
    body_html: '<p>Go</p>',
    number: 3,
  });
});

it('shows only a number that staff chose, and gives it back when the field is emptied', () => {
  expect(fieldsOf(clue).number).toBe('3');
  expect(fieldsOf({ ...clue, is_number_chosen: false }).number).toBe('');
  expect(toClueChanges(clue, { ...fieldsOf(clue), number: ' ' }, NOW).number).toBeNull();
});

it('sets and clears the release time of an unpublished clue', () => {
  const fields = fieldsOf(clue);
  expect(toClueChanges(clue, { ...fields, when: 'now' }, NOW).publish_at).toBe(
    '2026-05-01T12:00:30.000Z',
  );
  expect(toClueChanges(clue, { ...fields, when: 'draft' }, NOW).publish_at).toBeNull();
});

it('keeps the choice of a clue that comes out when its hunt opens', () => {
  const waiting = { ...clue, publish_at: '2020-01-01T00:00:00.000Z' };
  expect(fieldsOf(waiting).when).toBe('opening');
});

it('sends only the text of a published clue', () => {
  const published = { ...clue, is_published: true };
  expect(
    toClueChanges(published, { ...fieldsOf(published), when: 'now', number: '9' }, NOW),
  ).toEqual({
    title: 'North',
    body_html: '<p>Go</p>',
  });
});

it.each([
  [{ title: '' }, 'title'],
  [{ body_html: '' }, 'body_html'],
  [{ number: '0' }, 'number'],
  [{ number: 'x' }, 'number'],
  [{ when: 'scheduled', publish_at: '' }, 'publish_at'],
] as const)('rejects %j at its field', (changes, field) => {
  expect(Object.keys(validateFields({ ...written, ...changes }, false))).toEqual([field]);
});
