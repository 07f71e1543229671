import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
  'prefixes %j with an apostrophe, so that it is not executed as a formula',
  (text) => {
    expect(toCsv([[text]]).replaceAll('"', '')).toBe(`'${text}\r\n`);
  },
);

it('prefixes formulas after separators of other locales', () => {
  expect(toCsv([['hello;=1+1'], ['a; b; -c']])).toBe("hello;'=1+1\r\na; b; -c\r\n");
  expect(toCsv([['two\n@SUM(A1)']])).toBe('"two\n\'@SUM(A1)"\r\n');
});

it('keeps numbers, also negative ones, and writes null as an empty cell', () => {
  expect(toCsv([[-1, 2.5, null, true, 'a']])).toBe('-1,2.5,,true,a\r\n');
});

it('quotes commas, quotation marks and line breaks', () => {
  expect(toCsv([['a,b', 'say "x"', 'two\nlines']])).toBe('"a,b","say ""x""","two\nlines"\r\n');
});
