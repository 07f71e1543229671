import { createHash } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { birthOf } from './process-birth.mjs';
import { showProgress } from './progress.mjs';

// Fits node_modules to the lock file. Only one npm runs in this folder; one that survived a kill -9 of
// its starter is ended first, because two would corrupt node_modules.
const POLL_MS = 200;
const ROOM_MB = 700;

/**
 * @param {{ root: string, pinnedNode: string, run: Function, signalGroup: Function, fail: (message: string) => never }} context
 */
export async function installPackages(context) {
  const { root, pinnedNode, signalGroup, fail } = context;
  const modules = join(root, 'node_modules');
  const stampFile = join(modules, '.cairn-lock-hash');
  const lockText = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lockText).digest('hex');
  const isDone = () => existsSync(pinnedNode) && readText(stampFile) === hash;
  if (isDone()) return;
  const claimFile = join(root, '.local', 'installing.json');
  mkdirSync(join(root, '.local'), { recursive: true });
  await claim(claimFile, signalGroup);
  if (!isDone()) {
    const fits = existsSync(pinnedNode) && fitsLock(modules, JSON.parse(lockText.toString('utf8')));
    if (!fits) await runNpmCi(context, claimFile);
    if (!existsSync(pinnedNode)) {
      fail(
        `npm ci has left no Node at ${pinnedNode}. Are install scripts turned off (ignore-scripts)?`,
      );
    }
    writeFileSync(stampFile, hash);
  }
  rmSync(claimFile, { force: true });
}

/** Waits while another command of this folder installs; ends the npm of a killed command. */
async function claim(claimFile, signalGroup) {
  let done = null;
  while (!createAtomically(claimFile, { owner: self() })) {
    const other = readClaim(claimFile);
    if (other && isAlive(other.owner)) {
      done ??= showProgress(`Waiting for the installation by pid ${other.owner.pid}`);
      await sleep(POLL_MS);
    } else {
      if (other?.installer && isAlive(other.installer)) {
        signalGroup(other.installer.pid, 'SIGKILL');
        while (isAlive(other.installer)) await sleep(POLL_MS);
      }
      rmSync(claimFile, { force: true });
    }
  }
  done?.(true);
}

/** Creates the file atomically; returns false if it exists. */
function createAtomically(file, content) {
  const draft = writeDraft(file, content);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

function writeDraft(file, content) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(content));
  return draft;
}

/** As its last step npm writes what it installed to its hidden lock file. */
function fitsLock(modules, lock) {
  const hidden = readText(join(modules, '.package-lock.json'));
  if (!hidden) return false;
  const installed = JSON.parse(hidden).packages;
  return Object.entries(lock.packages)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, wanted]) => {
      const found = installed[path];
      if (!found) return wanted.optional === true || wanted.devOptional === true;
      return found.version === wanted.version && found.integrity === wanted.integrity;
    });
}

async function runNpmCi({ root, run, fail }, claimFile) {
  const modules = join(root, 'node_modules');
  const lack = diskSpaceError(root);
  if (!existsSync(modules) && lack) fail(lack);
  const flags = ['--include=dev', '--include=optional', '--no-fund', '--no-audit'];
  const args = ['ci', ...flags, '--no-update-notifier', '--loglevel=error', '--progress=false'];
  const npmScript = process.env.npm_execpath;
  const [command, first] = npmScript?.endsWith('.js')
    ? [process.execPath, [npmScript]]
    : ['npm', []];
  const done = showProgress('Installing packages (npm ci; about a minute the first time)');
  await run(command, [...first, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Own session, so that the whole process group can be ended.
    isGroup: true,
    mayReturn: true,
    onStart: (pid) => {
      const installer = { pid, birth: birthOf(pid) };
      renameSync(writeDraft(claimFile, { owner: self(), installer }), claimFile);
    },
    beforeExit: () => {
      done(false);
      rmSync(claimFile, { force: true });
      // npm's message does not always name the full disk.
      const lackNow = diskSpaceError(root);
      if (lackNow) process.stderr.write(`\n${lackNow}\n`);
    },
  });
  done(true);
}

/** Error message if the disk may be too small for the packages, else null. */
function diskSpaceError(folder) {
  const { bavail, bsize } = statfsSync(folder);
  const room = Math.floor((bavail * bsize) / 1024 / 1024);
  if (room >= ROOM_MB) return null;
  return `The packages need about ${ROOM_MB} MB, and the disk that holds ${folder} has ${room} MB left. Make room and start again.`;
}

function self() {
  return { pid: process.pid, birth: birthOf(process.pid) };
}

function isAlive({ pid, birth }) {
  return birth !== null && birthOf(pid) === birth;
}

function readClaim(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
