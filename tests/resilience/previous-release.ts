import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ROOT } from '../../infra/local/paths.ts';

export type PreviousRelease = { ref: string; root: string; remove(): Promise<void> };

/** Without a tag: so many commits ago. */
const COMMITS_AGO = 60;
const WORKSPACES = ['libs', 'services', '.'];

/**
 * The sources of the last release (`PREVIOUS_RELEASE`, or the newest tag `v*`), with the packages that
 * are installed here.
 */
export function checkOutPreviousRelease(): PreviousRelease {
  const ref = process.env['PREVIOUS_RELEASE'] ?? findTag() ?? `HEAD~${COMMITS_AGO}`;
  const root = mkdtempSync(join(tmpdir(), 'cairn-previous-'));
  const archive = git(['archive', ref, 'gateway', 'libs', 'services', 'infra', 'package.json']);
  execFileSync('tar', ['-x', '-C', root], { input: archive });
  linkPackages(root);
  return { ref, root, remove: () => rm(root, { recursive: true, force: true }) };
}

function findTag(): string | null {
  try {
    return git(['describe', '--tags', '--abbrev=0', '--match', 'v*']).toString().trim();
  } catch {
    return null;
  }
}

function git(args: string[]): Buffer {
  return execFileSync('git', args, {
    cwd: ROOT,
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Links each package, and our own workspaces to those of the release. */
function linkPackages(root: string): void {
  const installed = join(ROOT, 'node_modules');
  mkdirSync(join(root, 'node_modules', '@cairn'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@cairn') symlinkSync(join(installed, name), join(root, 'node_modules', name));
  }
  for (const folder of WORKSPACES) {
    for (const name of readdirSync(join(root, folder))) {
      const workspace = join(root, folder, name);
      if (!existsSync(join(workspace, 'package.json'))) continue;
      if (folder === 'libs') symlinkSync(workspace, join(root, 'node_modules', '@cairn', name));
      const own = join(ROOT, relative(root, workspace), 'node_modules');
      const target = join(workspace, 'node_modules');
      if (existsSync(own) && existsSync(dirname(target))) symlinkSync(own, target);
    }
  }
}
