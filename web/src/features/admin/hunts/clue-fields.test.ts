import type { StaffClue } from '@cairn/contracts/http/staff-hunts.ts';
import { expect, it } from 'vitest';
import { EMPTY_CLUE, faultsIn, fieldsOf, toClueChanges, toNewClue } from './clue-fields.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');
const written = { ...EMPTY_CLUE, title: 'North', body_html: '<p>Go</p>' };
const clue: StaffClue = {
  id: 'c1',
  hunt_id: 'h1',
  kind: 'clue',
  number: 3,
  title: 'North',
  body_html: '<p>Go</p>',
  publish_at: '2026-06-01T12:00:30.500Z',
  is_published: false,
  announced_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
};

it.each([
  ['now', NOW.toISOString()],
  ['draft', null],
] as const)('%s is at %s', (when, at) => {
  expect(toNewClue({ ...written, when }, NOW).publish_at).toBe(at);
});

it('keeps the very second of a time that was not touched', () => {
  expect(toClueChanges(clue, { ...fieldsOf(clue), title: 'South' }, NOW)).toEqual({
    title: 'South',
    body_html: '<p>Go</p>',
    number: 3,
  });
});

it('schedules, publishes and takes back what is not out', () => {
  const fields = fieldsOf(clue);
  expect(toClueChanges(clue, { ...fields, when: 'now' }, NOW).publish_at).toBe(NOW.toISOString());
  expect(toClueChanges(clue, { ...fields, when: 'draft' }, NOW).publish_at).toBeNull();
});

it('changes only the text of what is out', () => {
  const out = { ...clue, is_published: true };
  expect(toClueChanges(out, { ...fieldsOf(out), when: 'now', number: '9' }, NOW)).toEqual({
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
] as const)('%j is refused at its field', (changes, field) => {
  expect(Object.keys(faultsIn({ ...written, ...changes }, false))).toEqual([field]);
});
