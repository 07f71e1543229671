import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type CoverageMap,
  type CoverageMapData,
  createCoverageMap,
} from '@vitest/istanbul-lib-coverage';
import { convert, type Options } from 'ast-v8-to-istanbul';
import { parseAst } from 'vite';
import { ROOT } from './paths.ts';

type Script = Options['coverage'];

const OWN_SOURCE = /^(gateway|libs|services|infra\/sandbox)\/(?!testing\/|.*\/test\/).*\.ts$/;

/**
 * The coverage of processes that ended with NODE_V8_COVERAGE set to this folder. Node strips the types
 * and keeps every position, so that the sources need no source map.
 */
export async function processCoverage(folder: string): Promise<CoverageMap> {
  const map = createCoverageMap();
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    const { result } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { result: Script[] };
    for (const script of result.filter(isOwnSource)) map.merge(await convertScript(script));
  }
  return map;
}

function isOwnSource({ url }: Script): boolean {
  return url.startsWith('file:') && OWN_SOURCE.test(fileURLToPath(url).slice(ROOT.length + 1));
}

async function convertScript(script: Script): Promise<CoverageMapData> {
  const code = stripTypeScriptTypes(readFileSync(new URL(script.url), 'utf8'));
  return convert({ code, wrapperLength: 0, coverage: script, ast: parseAst(code) });
}
