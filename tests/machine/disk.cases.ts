import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import type { Endpoints } from '../../infra/local/endpoints.ts';
import { CairnCommand, expectNothingLeft, expectThat, runNpm } from './cairn.ts';
import { type Checkout, makeCheckout } from './checkout.ts';
import { type Bench, type MachineCase, NotPossibleHere } from './machine-case.ts';
import { expectMembers, joinHunt } from './people.ts';

/** Small disks (tmpfs); needs root on Linux. */
export const cases: MachineCase[] = [
  { name: 'no-room-for-packages', run: noRoomForPackages },
  { name: 'no-room-to-start', run: noRoomToStart },
  { name: 'full-while-starting', run: fullWhileStarting },
  { name: 'full-while-it-runs', run: fullWhileItRuns },
];

const WITHIN_MS = 120_000;
// npm retries several times before it fails.
const INSTALL_MS = 600_000;
const BLOCK = Buffer.alloc(64 * 1024, 'x');

async function noRoomForPackages(bench: Bench): Promise<void> {
  const disk = mountDisk(bench, join(bench.folder, 'disk'), 150);
  const folder = join(disk, 'cairn');
  const checkout = await makeCheckout(bench, { folder, withoutPackages: true });
  const output = await runNpm(checkout, { code: 1 });
  const lack = /The packages need about \d+ MB, and the disk that holds \S+ has \d+ MB left/;
  expectThat(lack.test(output), 'it is reported at once', output);
  // With the packages of an earlier version npm starts installing.
  mkdirSync(join(folder, 'node_modules'));
  const broken = new CairnCommand(checkout);
  const { code } = await broken.end(INSTALL_MS);
  expectThat(
    code !== 0 && lack.test(broken.output),
    'it is also reported after npm',
    broken.output,
  );
  await expectNothingLeft(checkout);
  execFileSync('mount', ['-o', 'remount,size=2000m', disk]);
  const command = new CairnCommand(checkout);
  await joinHunt(await command.isUp());
  await command.stop();
}

async function noRoomToStart(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const disk = mountLocal(bench, checkout, 200);
  const output = await runNpm(checkout, { code: 1 });
  expectThat(
    /has \d+ MB left; Cairn needs 200 MB to start/.test(output),
    'the error is reported',
    output,
  );
  await expectNothingLeft(checkout);
  fill(disk);
  const none = await runNpm(checkout, { code: 1 });
  expectThat(/the disk that holds|The disk that holds/.test(none), 'so with no room at all', none);
  expectThat(!/^\s+at /m.test(none), 'no stack is shown', none);
  bench.log(none.trim().split('\n').slice(3).join('\n'));
  await expectNothingLeft(checkout);
}

async function fullWhileStarting(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const disk = mountLocal(bench, checkout, 600);
  for (const moment of [/Creating the Postgres database cluster|Starting/, /✓ Starting Kafka/]) {
    const command = new CairnCommand(checkout);
    await command.says(moment, WITHIN_MS);
    fill(disk);
    const { code } = await command.end(2 * WITHIN_MS);
    expectThat(code === 1, `it gives up with 1, not ${code}`, command.output);
    expectThat(
      /The disk that holds \S+ has \d+ MB left/.test(command.output),
      'the reason is printed',
      command.output,
    );
    expectThat(!/^\s+at /m.test(command.output), 'no stack is shown', command.output);
    bench.log(command.output.trim().split('\n').slice(-4).join('\n'));
    await expectNothingLeft(checkout);
    makeRoom(disk);
  }
  const command = new CairnCommand(checkout);
  await joinHunt(await command.isUp());
  await command.stop();
}

async function fullWhileItRuns(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const disk = mountLocal(bench, checkout, 600);
  const first = new CairnCommand(checkout);
  const endpoints = await first.isUp();
  const players = [await joinHunt(endpoints)];
  fill(disk);
  await joinHunt(endpoints).then(
    () => bench.log('a player joined on a full disk'),
    (error: Error) => bench.log(`no player can join: ${error.message}`),
  );
  await first.says(/✗ \S+ ended .*the disk is full/, WITHIN_MS);
  makeRoom(disk);
  players.push(await comeBack(endpoints));
  await expectMembers(endpoints, players);
  bench.log(first.output.slice(first.output.indexOf('✗')));
  await first.stop();
  await expectNothingLeft(checkout);
  const second = new CairnCommand(checkout);
  await expectMembers(await second.isUp(), players);
  await runNpm(checkout, { args: ['run', 'invariants'] });
  await second.stop();
}

/** With free space it recovers without intervention. */
function comeBack(endpoints: Endpoints) {
  return waitUntil(() => joinHunt(endpoints).catch(() => null), { timeoutMs: WITHIN_MS });
}

/** Keeps the content of .local. */
function mountLocal(bench: Bench, { folder }: Checkout, megabytes: number): string {
  const [local, kept] = [join(folder, '.local'), join(folder, '.local-kept')];
  renameSync(local, kept);
  const disk = mountDisk(bench, local, megabytes);
  execFileSync('cp', ['-a', `${kept}/.`, local]);
  rmSync(kept, { recursive: true });
  return disk;
}

function mountDisk(bench: Bench, folder: string, megabytes: number): string {
  if (process.getuid?.() !== 0) throw new NotPossibleHere('only root can mount a small disk');
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'cairn', folder]);
  bench.onCleanup(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

/** Fills the disk completely. */
function fill(disk: string): void {
  const file = openSync(join(disk, 'filling'), 'a');
  try {
    for (let size = BLOCK.length; size > 0; ) {
      try {
        writeSync(file, BLOCK, 0, size);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}

function makeRoom(disk: string): void {
  rmSync(join(disk, 'filling'));
}
