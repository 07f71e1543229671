// This file and the .mjs files that it imports run on any Node >= 20 with nothing installed: they fit
// node_modules to the lock file and run the command with the pinned Node 24.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const PARENT_CHECK_MS = 500;
const KILL_AFTER_MS = 5000;
const COMMANDS = [
  ...['start', 'dev', 'check', 'reset', 'logs', 'trace', 'mails', 'profile', 'promises', 'plan'],
  ...[
    'test',
    'flakes',
    'coverage',
    'resilience',
    'bench',
    'soak',
    'screenshots',
    'lighthouse',
    'machine',
  ],
  ...['dead-letters', 'reconcile', 'invariants', 'repair', 'backup', 'restore'],
  ...['sql-types', 'k8s-check'],
];
/** The other commands are files of infra/local. */
const SCRIPTS = { machine: 'tests/machine/run.ts' };
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const nodeName = process.platform === 'win32' ? 'node.exe' : 'node';
const pinnedNode = join(root, 'node_modules', 'node', 'bin', nodeName);
/** Sends a signal to the foreground process. */
let interrupt = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => stop(signal));
}
// If the reader of our output is gone, wait for the child to shut down in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
stopWithNpm();
await main(process.argv.slice(2)).catch((error) => fail(explain(error)));

function stop(signal) {
  if (interrupt) interrupt(signal);
  else process.exit(128 + constants.signals[signal]);
}

/** A signal to npm ends the shell between npm and this process, which receives no signal itself. */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop('SIGTERM');
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
  // Imported late: older Node versions lack some of its imports.
  const { installPackages } = await import('./install-packages.mjs');
  await installPackages({ root, pinnedNode, run, signalGroup, fail });
  const script = join(root, SCRIPTS[command] ?? `infra/local/${command}.ts`);
  const ownVariables = join(root, '.env');
  const environmentFile = existsSync(ownVariables) ? [`--env-file=${ownVariables}`] : [];
  // The command detects the end of this process, SIGKILL included, by the closed IPC channel.
  await run(
    pinnedNode,
    [...environmentFile, '--disable-warning=ExperimentalWarning', script, ...args],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    },
  );
}

/** Runs a program in the foreground; if it fails, this process exits with the same code. */
function run(command, args, options) {
  const { stdio, isGroup = false, mayReturn = false, onStart, beforeExit } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio, detached: isGroup });
    interrupt = (signal) => {
      if (!isGroup) return child.kill(signal);
      signalGroup(child.pid, signal);
      setTimeout(() => signalGroup(child.pid, 'SIGKILL'), KILL_AFTER_MS).unref();
    };
    if (child.pid) onStart?.(child.pid);
    child.on('error', (error) => {
      beforeExit?.();
      fail(`${command} cannot be run: ${error.message}`);
    });
    child.on('exit', (code, signal) => {
      interrupt = null;
      if (isGroup) signalGroup(child.pid, 'SIGKILL');
      if (mayReturn && code === 0) return resolve();
      beforeExit?.();
      if (!signal) process.exit(code);
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    });
  });
}

/** Signals a process group: a process and its descendants. */
function signalGroup(leader, signal) {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** Message for errors that the user can fix. */
function explain(error) {
  if (error.code === 'ENOSPC') {
    return `The disk that holds ${root} is full. Free some space and start again; no data is lost.`;
  }
  if (error.code === 'EACCES' || error.code === 'EPERM') {
    return `${error.path} belongs to another user. Start as that one, or give yourself the folder: chown -R "$(id -un)" "${root}"`;
  }
  return error.stack;
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
