// The one file that must run on any Node >= 20, with nothing installed: it fits node_modules to the
// lock file and hands over to the pinned Node 24.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const PARENT_CHECK_MS = 500;
const COMMANDS = ['start', 'dev', 'test', 'check', 'reset', 'logs', 'dead-letters', 'reconcile'];
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.cairn-lock-hash');
const pinnedNode = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
let child = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (child) child.kill(signal);
  });
}
stopWithNpm();
await main(process.argv.slice(2));

/** A signal to npm ends the shell between npm and us, and we would never hear of it. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    if (child) child.kill('SIGTERM');
    else process.exit(143);
  }, PARENT_CHECK_MS);
  timer.unref();
}

async function main([command, ...args]) {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    fail(
      `Cairn needs Node ${OLDEST_NODE} or newer; this is ${process.version}. See https://nodejs.org/`,
    );
  }
  if (!COMMANDS.includes(command)) fail(`usage: npm run ${COMMANDS.join(' | ')}`);
  await installPackages();
  const script = join(root, 'infra', 'local', `${command}.ts`);
  const ownVariables = join(root, '.env');
  const environmentFile = existsSync(ownVariables) ? [`--env-file=${ownVariables}`] : [];
  // The IPC channel tells the command when this process is gone, however it went.
  await run(
    pinnedNode,
    [...environmentFile, '--disable-warning=ExperimentalWarning', script, ...args],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  );
}

async function installPackages() {
  const lockText = readFileSync(join(root, 'package-lock.json'));
  const hash = createHash('sha256').update(lockText).digest('hex');
  if (readStamp() === hash && existsSync(pinnedNode)) return;
  if (!fitsLock(JSON.parse(lockText.toString('utf8'))) || !existsSync(pinnedNode)) {
    await runNpmCi();
  }
  if (!existsSync(pinnedNode)) {
    fail(
      `npm ci has left no Node at ${pinnedNode}. Are install scripts turned off (ignore-scripts)?`,
    );
  }
  writeFileSync(stampFile, hash);
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
}

/** npm writes what it has installed to a lock file of its own, as its last act. */
function fitsLock(lock) {
  const hiddenLock = join(modules, '.package-lock.json');
  if (!existsSync(hiddenLock)) return false;
  const installed = JSON.parse(readFileSync(hiddenLock, 'utf8')).packages;
  return Object.entries(lock.packages)
    .filter(([path]) => path.includes('node_modules/'))
    .every(([path, wanted]) => {
      const found = installed[path];
      if (!found) return wanted.optional === true || wanted.devOptional === true;
      return found.version === wanted.version && found.integrity === wanted.integrity;
    });
}

async function runNpmCi() {
  const flags = ['--include=dev', '--include=optional', '--no-fund', '--no-audit'];
  const args = ['ci', ...flags, '--no-update-notifier', '--loglevel=error', '--progress=false'];
  const npmScript = process.env.npm_execpath;
  const [command, first] = npmScript?.endsWith('.js')
    ? [process.execPath, [npmScript]]
    : ['npm', []];
  const done = showProgress('Installing packages (npm ci; about a minute the first time)');
  await run(command, [...first, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    mayReturn: true,
    beforeExit: () => done(false),
  });
  done(true);
}

/** One line that counts seconds on a terminal; two plain lines in a pipe. */
function showProgress(title) {
  const startedAt = Date.now();
  const isTerminal = process.stdout.isTTY && process.env.TERM !== 'dumb';
  const seconds = () => ((Date.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(isTerminal ? `… ${title}` : `… ${title}\n`);
  const timer = setInterval(() => {
    if (isTerminal) process.stdout.write(`\r\x1b[2K… ${title}  ${seconds()} s`);
  }, 1000);
  return (isDone) => {
    clearInterval(timer);
    if (isTerminal) process.stdout.write('\r\x1b[2K');
    process.stdout.write(`${isDone ? '✓' : '✗'} ${title.replace(/;.*/, ')')}  ${seconds()} s\n`);
  };
}

/** Runs a program in the foreground; where it fails, this process ends as it ended. */
function run(command, args, { stdio, mayReturn = false, beforeExit }) {
  return new Promise((resolve) => {
    child = spawn(command, args, { cwd: root, stdio });
    child.on('error', (error) => {
      if (beforeExit) beforeExit();
      fail(`${command} cannot be run: ${error.message}`);
    });
    child.on('exit', (code, signal) => {
      child = null;
      if (mayReturn && code === 0) return resolve();
      if (beforeExit) beforeExit();
      if (!signal) process.exit(code);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
