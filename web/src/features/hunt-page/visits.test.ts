import { expect, it } from 'vitest';
import { removeItem, writeItem } from '../../lib/browser-storage.ts';
import { readSeen, saveSeen } from './visits.ts';

it('keeps what each user has seen of each hunt', () => {
  removeItem('huntVisits');
  expect(readSeen('ann', 'hunt')).toBeNull();
  saveSeen('ann', 'hunt', ['1']);
  saveSeen('ann', 'hunt', ['1', '2']);
  saveSeen('ben', 'hunt', []);
  expect(readSeen('ann', 'hunt')).toEqual(['1', '2']);
  expect(readSeen('ben', 'hunt')).toEqual([]);
  expect(readSeen('ann', 'other')).toBeNull();
});

it.each(['{', 'null', '"text"', '{"ann hunt":5}'])('ignores the stored value %s', (stored) => {
  writeItem('huntVisits', stored);
  expect(readSeen('ann', 'hunt')).toBeNull();
  saveSeen('ann', 'hunt', ['1']);
  expect(readSeen('ann', 'hunt')).toEqual(['1']);
  removeItem('huntVisits');
});
