import { expect, it } from 'vitest';
import { type Numbered, numberReleases } from './number-releases.ts';

const day = (days: number) => new Date(Date.UTC(2026, 4, days));

function clue(number: number, fields: Partial<Numbered> = {}): Numbered {
  const unset = { isNumberChosen: false, publishAt: null, isReleased: false };
  return { id: `was ${number}`, number, ...unset, ...fields };
}

it('scheduled clues are numbered by their time, before drafts', () => {
  const draft = clue(2);
  const late = clue(3, { publishAt: day(9) });
  const soon = clue(4, { publishAt: day(8) });
  const out = clue(1, { publishAt: day(1), isReleased: true });
  expect(numberReleases([out, draft, late, soon])).toEqual([
    { id: 'was 4', number: 2 },
    { id: 'was 2', number: 4 },
  ]);
});

it('released clues keep their numbers, and the next follows the highest', () => {
  const out = [1, 5].map((number) => clue(number, { publishAt: day(1), isReleased: true }));
  expect(numberReleases([...out, clue(7)])).toEqual([{ id: 'was 7', number: 6 }]);
});

it('chosen numbers stay, and no other clue takes them', () => {
  const chosen = clue(2, { isNumberChosen: true, publishAt: day(9) });
  const soon = clue(4, { publishAt: day(1) });
  const late = clue(5, { publishAt: day(2) });
  expect(numberReleases([chosen, soon, late])).toEqual([
    { id: 'was 4', number: 1 },
    { id: 'was 5', number: 3 },
  ]);
});

it('clues of the same moment keep their order', () => {
  const clues = [1, 2, 3].map((number) => clue(number, { publishAt: day(1) }));
  expect(numberReleases(clues)).toEqual([]);
});
