import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PROCESSES } from '@cairn/contracts/services.ts';
import type { OutputAsset, OutputChunk } from 'rolldown';
import { hashFiles } from './input-hash.ts';
import { CACHE, ROOT } from './paths.ts';

const BUNDLES = join(CACHE, 'bundles');
const INPUTS = [
  '{gateway,libs,services,infra/sandbox}/**',
  'infra/local/bundle.ts',
  'package-lock.json',
];
const KEPT_MS = 24 * 60 * 60 * 1000;
const MARK_INTERVAL_MS = 60 * 60 * 1000;

export const SANDBOX_SCRIPT = 'infra/sandbox/src/main.ts';
/** Starts OpenTelemetry if the environment names an endpoint. */
const TELEMETRY_SCRIPT = 'libs/service-kit/telemetry/register.ts';
/** Services with example data. */
export const SEEDED = ['auth', 'catalog'] as const;

export function seedScript(service: (typeof SEEDED)[number]): string {
  return `services/${service}/src/seed.ts`;
}

export const SCRIPTS: readonly string[] = [
  SANDBOX_SCRIPT,
  ...Object.values(PROCESSES).map(({ script }) => script),
  ...SEEDED.map(seedScript),
  TELEMETRY_SCRIPT,
];

/** The files that Node runs, by the path of their source. */
export type Programs = { pathOf(script: string): string; telemetry: string };

/** For `npm run dev`, coverage and other checkouts: Node strips the types when it loads a file. */
export function sourcePrograms(root = ROOT): Programs {
  return { pathOf: (script) => join(root, script), telemetry: join(root, TELEMETRY_SCRIPT) };
}

/** Bundles every program, unless that was done for these sources. */
export async function bundlePrograms(): Promise<Programs> {
  // Bundles name files of the checkout by their absolute paths.
  const key = createHash('sha256')
    .update(`${ROOT}\0${hashFiles(INPUTS)}`)
    .digest('hex');
  const folder = join(BUNDLES, key.slice(0, 16));
  if (!existsSync(folder)) {
    const { bundle } = await import('./bundle.ts');
    await writeFolder(folder, await bundle(SCRIPTS, folder));
  }
  const markUsed = () => utimes(folder, new Date(), new Date());
  await markUsed();
  setInterval(() => markUsed().catch(() => {}), MARK_INTERVAL_MS).unref();
  await removeOld(folder);
  const pathOf = (script: string) => join(folder, script.replace(/\.ts$/, '.js'));
  return { pathOf, telemetry: pathOf(TELEMETRY_SCRIPT) };
}

/** Concurrent starts may write the same folder: the first one to finish gives it its name. */
async function writeFolder(
  folder: string,
  files: readonly (OutputChunk | OutputAsset)[],
): Promise<void> {
  await mkdir(BUNDLES, { recursive: true });
  const unfinished = await mkdtemp(`${folder}.`);
  for (const file of files) {
    const path = join(unfinished, file.fileName);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, file.type === 'chunk' ? file.code : file.source);
  }
  await rename(unfinished, folder).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
}

/** A running stack restarts its processes from its bundles, whose folder its starter marks as used every hour. */
async function removeOld(current: string): Promise<void> {
  for (const name of await readdir(BUNDLES)) {
    const path = join(BUNDLES, name);
    // A concurrent start may have renamed or removed it.
    const { mtimeMs } = (await stat(path).catch(() => null)) ?? { mtimeMs: Date.now() };
    if (path !== current && Date.now() - mtimeMs > KEPT_MS) {
      // An interrupted removal must not leave a part under the name of the whole.
      const removed = `${path}.removed`;
      await rename(path, removed).catch(() => {});
      await rm(removed, { recursive: true, force: true });
    }
  }
}
