import { appendFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Journal } from './journal.ts';

function newFile(): string {
  return join(mkdtempSync(join(tmpdir(), 'journal-')), 'deep', 'state.jsonl');
}

describe('journal', () => {
  it('restores the last state of each entry after a crash', () => {
    const file = newFile();
    const things = new Journal(file).collection<number>('things');
    things.put('a', 1);
    things.put('b', 2);
    things.put('a', 3);
    things.delete('b');
    const after = new Journal(file).collection<number>('things');
    expect(after.get('a')).toBe(3);
    expect(after.get('b')).toBeUndefined();
  });

  it('drops only an incomplete last line after a crash', () => {
    const file = newFile();
    new Journal(file).collection<number>('things').put('a', 1);
    appendFileSync(file, '{"c":"things","id":"b","v"');
    const after = new Journal(file).collection<number>('things');
    expect(after.values()).toEqual([1]);
    after.put('c', 2);
    expect(new Journal(file).collection<number>('things').values()).toEqual([1, 2]);
  });

  it('deletes the oldest entries above the limit', () => {
    const things = new Journal(null).collection<number>('things', 2);
    for (const value of [1, 2, 3]) things.put(String(value), value);
    expect(things.values()).toEqual([2, 3]);
  });
});
