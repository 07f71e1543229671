import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PACKABLE = /\.(js|css|json|svg|txt)$/;
const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Writes `.br` and `.gz` beside every compressible file, except pages, which the gateway fills in and compresses. */
export async function packFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && PACKABLE.test(entry.name));
  await Promise.all(files.map(({ parentPath, name }) => packFile(join(parentPath, name))));
}

async function packFile(file: string): Promise<void> {
  const content = await readFile(file);
  const [brotli, gzipped] = await Promise.all([
    packBrotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
    packGzip(content, { level: 9 }),
  ]);
  if (brotli.length < content.length) await writeFile(`${file}.br`, brotli);
  if (gzipped.length < content.length) await writeFile(`${file}.gz`, gzipped);
}
