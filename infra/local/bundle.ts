import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OutputAsset, type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { ROOT } from './paths.ts';

/**
 * Loaded from node_modules: what OpenTelemetry patches, native code, and what is loaded when it is
 * first used or read as a file.
 */
const EXTERNAL =
  /^(?:pg|ioredis|libpg-query|sharp|fontkit|twilio|@(?:opentelemetry|node-rs|resvg|fontsource)\/.*)(?:$|\/)/;
const INSTALLED = /node_modules/;

/**
 * Bundles programs and the packages that they use, one file for each package. A process then loads
 * about 60 files where it loaded 900, and without the 30 MB of Node's TypeScript compiler.
 */
export async function bundle(
  scripts: readonly string[],
  folder: string,
): Promise<(OutputChunk | OutputAsset)[]> {
  const build = await rolldown({
    input: Object.fromEntries(
      scripts.map((script) => [script.replace(/\.ts$/, ''), join(ROOT, script)]),
    ),
    cwd: ROOT,
    platform: 'node',
    external: EXTERNAL,
    plugins: [keepModuleUrls, mapOwnSourcesOnly],
  });
  try {
    const { output } = await build.generate({
      // The source maps name their sources from there.
      dir: folder,
      format: 'esm',
      sourcemap: true,
      sourcemapExcludeSources: true,
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting: { groups: [{ test: INSTALLED, name: chunkOf, debugName: 'packages' }] },
    });
    return output;
  } finally {
    await build.close();
  }
}

/** Files beside a source, such as images, are read from where they are. */
const keepModuleUrls: Plugin = {
  name: 'keep-module-urls',
  transform: {
    filter: { code: 'import.meta.url', id: { exclude: INSTALLED } },
    handler: (code, id) => ({
      code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      map: null,
    }),
  },
};

/** Source maps stay in memory: those of packages would be ten times as large. */
const mapOwnSourcesOnly: Plugin = {
  name: 'map-own-sources-only',
  transform: {
    filter: { id: INSTALLED },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

function chunkOf(id: string): string {
  return `packages/${/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? 'other'}`;
}
