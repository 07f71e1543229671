import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const DIST = new URL('../../../web/dist/', import.meta.url);

/** The scripts that the home page loads before any interaction, with gzip, in kB. */
export async function measureHomeScript(): Promise<number> {
  const page = await readFile(new URL('index.html', DIST), 'utf8');
  const paths = [...page.matchAll(/(?:src|href)="\/?([^"]+\.js)"/g)].map(([, path]) => path ?? '');
  const files = [...new Set(paths)].map((path) => readFile(new URL(path, DIST)));
  const sizes = (await Promise.all(files)).map((bytes) => gzipSync(bytes).length);
  return sizes.reduce((total, size) => total + size, 0) / 1_000;
}
