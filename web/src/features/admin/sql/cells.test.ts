import { expect, it } from 'vitest';
import { columnsChanged, toCsv } from './cells.ts';

it('writes a header and one line per row', () => {
  const rows = [
    { id: 'a', n: 1.5, gone: null, has: { x: [1] } },
    { id: 'b,"c"\nd', n: -2, gone: true, has: null },
  ];
  expect(toCsv(rows)).toBe('id,n,gone,has\r\na,1.5,,"{""x"":[1]}"\r\n"b,""c""\nd",-2,true,\r\n');
});

it.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-1+cmd', "'-1+cmd"],
  ['-5', '-5'],
])('escapes spreadsheet formula %s', (value, cell) => {
  expect(toCsv([{ value }])).toBe(`value\r\n${cell}\r\n`);
});

it('returns the columns whose values differ in any row', () => {
  const before = [
    { id: 1, name: 'a', about: { x: 1 } },
    { id: 2, name: 'b', about: null },
  ];
  const after = [
    { id: 1, name: 'a', about: { x: 1 } },
    { id: 2, name: null, about: null },
  ];
  expect([...columnsChanged(before, after)]).toEqual(['name']);
  expect(columnsChanged(before, before).size).toBe(0);
});
