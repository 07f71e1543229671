import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

type Page = { pattern: string; file: string };

/** Prints the transfer size of a first visit to each page in kB (gzip): scripts, styles and HTML. */
export async function printWeights(dist: string, pages: Page[]): Promise<void> {
  const lines = [
    `${'page'.padEnd(30)}${['JS', 'CSS', 'HTML'].map((word) => word.padStart(8)).join('')}`,
  ];
  for (const { pattern, file } of pages) {
    const html = await readFile(join(dist, file), 'utf8');
    const sizes = [
      await sumOf(dist, html, /\.js$/),
      await sumOf(dist, html, /\.css$/),
      gzipSync(html).length,
    ];
    lines.push(
      pattern.padEnd(30) + sizes.map((size) => (size / 1000).toFixed(1).padStart(8)).join(''),
    );
  }
  process.stdout.write(`Weights, kB gzip:\n${lines.join('\n')}\n`);
}

async function sumOf(dist: string, html: string, kind: RegExp): Promise<number> {
  const paths = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  );
  const matching = [...new Set(paths)].filter((path) => kind.test(path));
  const sizes = await Promise.all(
    matching.map(async (path) => gzipSync(await readFile(join(dist, path)), { level: 9 }).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
