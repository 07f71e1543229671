// With the .mjs files that it imports it must run on any Node >= 20, with nothing installed: it fits
// node_modules to the lock file and hands over to the pinned Node 24.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 20;
const PARENT_CHECK_MS = 500;
const KILL_AFTER_MS = 5000;
const COMMANDS = [
  'start',
  'dev',
  'test',
  'check',
  'reset',
  'logs',
  'trace',
  'dead-letters',
  'reconcile',
  'invariants',
  'mails',
  'promises',
  'screenshots',
  'lighthouse',
  'bench',
  'machine',
];
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const nodeName = process.platform === 'win32' ? 'node.exe' : 'node';
const pinnedNode = join(root, 'node_modules', 'node', 'bin', nodeName);
/** Ends what runs in the foreground, by a signal. */
let interrupt = null;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => stop(signal));
}
// Where the reader of our output is gone, we go on until what we run has ended in order.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
stopWithNpm();
await main(process.argv.slice(2)).catch((error) => fail(explain(error)));

function stop(signal) {
  if (interrupt) interrupt(signal);
  else process.exit(128 + constants.signals[signal]);
}

/** A signal to npm ends the shell between npm and us, and we would never hear of it. */
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
  // Not before: older ones do not know all that it imports.
  const { installPackages } = await import('./install-packages.mjs');
  await installPackages({ root, pinnedNode, run, signalGroup, fail });
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

/** Runs a program in the foreground; where it fails, this process ends as it ended. */
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

/** A process and all that it has started. */
function signalGroup(leader, signal) {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

/** What a person can mend, in their words. */
function explain(error) {
  if (error.code === 'ENOSPC') {
    return `The disk that holds ${root} is full. Make room and start again; nothing is lost.`;
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
