import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './paths.ts';

const DECISIONS = 'infra/docs/decisions';
const GUARANTEES = 'infra/docs/guarantees.md';
/** From here on `npm run promises -- --write` writes the document. */
const GENERATED = '<!-- generated';

const listFiles = (folder: string) => readdirSync(join(ROOT, folder));
const markdownIn = (folder: string) =>
  listFiles(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8').split(GENERATED)[0] ?? '';
const exists = (...parts: string[]) => existsSync(join(ROOT, ...parts));
/** The first group of each match. */
const find = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, group]) => group ?? '')),
];

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'tests/README.md',
  ...markdownIn('infra/docs'),
  ...markdownIn(DECISIONS),
  ...['services', 'libs'].flatMap((folder) =>
    listFiles(folder).map((name) => `${folder}/${name}/README.md`),
  ),
  'infra/k8s/README.md',
];
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

describe.each(DOCUMENTS)('%s', (document) => {
  const text = read(document);

  it('names npm scripts that exist', () => {
    const names = find(text, /npm run ([\w-]+(?::[\w-]+)*)/g);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names files that exist', () => {
    const paths = find(
      text,
      /`((?:[\w@-]+\/)+[\w.-]+\.\w+|(?:gateway|infra|libs|services|tests|web)\/[\w./-]+)`/g,
    );
    const missing = paths.filter((path) => !exists(path) && !exists(dirname(document), path));
    expect(missing).toEqual([]);
  });

  it('links to files that exist', () => {
    const links = find(text, /\]\((?!https?:|mailto:|#)([^)#\s]+)/g);
    expect(links.filter((link) => !exists(dirname(document), link))).toEqual([]);
  });

  it('names decisions and guarantees that exist', () => {
    const decisions = listFiles(DECISIONS);
    const numbers = find(text, /decisions? (\d{3})\b/gi);
    expect(numbers.filter((number) => !decisions.some((name) => name.startsWith(number)))).toEqual(
      [],
    );
    const guarantees = read(GUARANTEES);
    const ids = find(text, /\b(P-\d+\.\d+)\b/g);
    expect(ids.filter((id) => !guarantees.includes(`**${id}**`))).toEqual([]);
  });
});
