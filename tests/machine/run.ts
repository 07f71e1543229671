import { existsSync, globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MachineCase, NotPossibleHere } from './machine-case.ts';

// `npm run machine [-- name …]`: conditions of users' machines for `npm start`, one case after the
// other, each in its own clones. They take minutes, and some need root on Linux.
const MAX_REMOVE_ATTEMPTS = 20;
const wanted = process.argv.slice(2);
const all = await loadCases();
const chosen = all.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (chosen.length === 0) console.log(`Cases: ${all.map(({ name }) => name).join(' ')}`);

/** Cleanup work of the current case. */
let cleanups: (() => Promise<void> | void)[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    await cleanUp();
    process.exit(1);
  });
}

let failed = 0;
const count = { ok: 0, notPossible: 0 };
for (const each of chosen) await tryCase(each);
console.log(`${count.ok} ok, ${failed} not ok, ${count.notPossible} not possible here`);
process.exit(failed > 0 || chosen.length === 0 ? 1 : 0);

async function loadCases(): Promise<MachineCase[]> {
  const files = globSync('*.cases.ts', { cwd: import.meta.dirname }).sort();
  const modules = await Promise.all(files.map((file) => import(`./${file}`)));
  return modules.flatMap(({ cases }) => cases as MachineCase[]);
}

async function tryCase({ name, run }: MachineCase): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-machine-'));
  // Other users can enter the folder unless the case forbids it.
  await chmod(folder, 0o711);
  cleanups = [async () => removeFolder(folder)];
  const startedAt = performance.now();
  let fault: unknown = null;
  try {
    await run({
      folder,
      log: (text) => console.log(`   ${name}: ${text}`),
      onCleanup: (work) => cleanups.unshift(work),
    });
  } catch (error) {
    fault = error;
  }
  await cleanUp().catch((error) => {
    fault ??= error;
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`${countResult(fault)} ${name}  ${seconds} s${fault ? `\n${indent(fault)}` : ''}`);
}

async function cleanUp(): Promise<void> {
  const faults: unknown[] = [];
  for (const end of cleanups.splice(0)) {
    await (async () => end())().catch((error) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}

function countResult(fault: unknown): string {
  if (fault instanceof NotPossibleHere) {
    count.notPossible++;
    return 'not possible here';
  }
  if (fault) failed++;
  else count.ok++;
  return fault ? 'not ok' : 'ok';
}

/** Memory-mapped files and ending processes may lock it for a moment. */
async function removeFolder(folder: string): Promise<void> {
  for (let tries = 0; existsSync(folder) && tries < MAX_REMOVE_ATTEMPTS; tries++) {
    await rm(folder, { recursive: true, force: true }).catch(() => sleep(250));
  }
}

function indent(fault: unknown): string {
  const text = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
  return text.replaceAll(/^/gm, '     ');
}
