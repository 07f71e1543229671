import { expect, it } from 'vitest';
import { type CsvPart, readCsv } from './read-csv.ts';

const PARTS: Record<string, CsvPart> = {
  '': { csv: 'ID,Text\r\n1,"two\nlines"\r\n', next: '1' },
  1: { csv: '2,"say ""x"""\r\n3,c\r\n', next: '3' },
  3: { csv: '', next: null },
};

it('reads the parts in order and counts rows without the header', async () => {
  const counts: number[] = [];
  const parts = await readCsv(
    async (key) => PARTS[key] ?? { csv: '', next: null },
    (rows) => counts.push(rows),
  );
  expect(parts.join('')).toBe('ID,Text\r\n1,"two\nlines"\r\n2,"say ""x"""\r\n3,c\r\n');
  expect(counts).toEqual([1, 3, 3]);
});

it('fails with the part that fails', async () => {
  const readPart = async (key: string) => {
    if (key === '1') throw new Error('offline');
    return PARTS[key] ?? { csv: '', next: null };
  };
  await expect(readCsv(readPart, () => {})).rejects.toThrow('offline');
});
