import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Player } from '../support/player.ts';
import { CairnCommand, expectNothingLeft, expectThat, runNpm } from './cairn.ts';
import { type Checkout, makeCheckout } from './checkout.ts';
import { processesOf } from './checkout-processes.ts';
import type { Bench, MachineCase } from './machine-case.ts';
import { expectMembers, joinHunt } from './people.ts';

/** Stops and kills at random moments, as users and systems do. */
export const cases: MachineCase[] = [
  { name: 'signals-while-installing', run: whileInstalling },
  { name: 'signals-while-starting', run: whileStarting },
  { name: 'started-twice', run: startedTwice },
  { name: 'reset-while-it-runs', run: resetWhileItRuns },
];

const TRIES = Number(process.env['MACHINE_TRIES'] ?? 20);
/** Tries without state: databases are created, the web app is built. */
const FRESH_TRIES = 7;
const INSTALLING_MS = 25_000;

/** `isKill`: child processes may survive until the next start. */
type Interruption = { name: string; isKill: boolean; apply(command: CairnCommand): void };

const INTERRUPTIONS: Interruption[] = [
  { name: 'Ctrl-C', isKill: false, apply: (command) => command.signalGroup('SIGINT') },
  { name: 'SIGTERM to npm', isKill: false, apply: (command) => command.signal('SIGTERM') },
  { name: 'kill -9 of the bootstrap', isKill: true, apply: killing('bootstrap.mjs start') },
  { name: 'closed terminal', isKill: false, apply: (command) => command.signalGroup('SIGHUP') },
  { name: 'SIGTERM to all', isKill: false, apply: (command) => command.signalGroup('SIGTERM') },
  { name: 'kill -9 of the starter', isKill: true, apply: killing('infra/local/start.ts') },
  { name: 'kill -9 of npm', isKill: true, apply: (command) => command.signal('SIGKILL') },
];

async function whileInstalling(bench: Bench): Promise<void> {
  const folder = join(bench.folder, 'cairn');
  const checkout = await makeCheckout(bench, { folder, withoutPackages: true });
  for (let index = 0; index < TRIES; index++) {
    // Written by npm last; from then on there is nothing to install.
    const modules = join(folder, 'node_modules');
    if (existsSync(join(modules, '.package-lock.json'))) rmSync(modules, { recursive: true });
    await interruptAfter(Math.random() * INSTALLING_MS, { bench, checkout, index });
  }
  await upWith([], checkout);
}

async function whileStarting(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const startedAt = Date.now();
  const players = await upWith([], checkout);
  const usualMs = Date.now() - startedAt;
  for (let index = 0; index < TRIES; index++) {
    await interruptAfter(Math.random() * usualMs, { bench, checkout, index });
    // After any interruption the next start has all data.
    if (index % 5 === 4) players.push(...(await upWith(players, checkout)));
  }
  for (let index = 0; index < FRESH_TRIES; index++) {
    await runNpm(checkout, { args: ['run', 'reset'] });
    await interruptAfter(Math.random() * usualMs, { bench, checkout, index });
  }
  await upWith([], checkout);
}

type Try = { bench: Bench; checkout: Checkout; index: number };

/** Interrupts a start after a delay; without SIGKILL no process may be left. */
async function interruptAfter(afterMs: number, { bench, checkout, index }: Try): Promise<void> {
  const interruption = INTERRUPTIONS[index % INTERRUPTIONS.length] as Interruption;
  const isClean = processesOf(checkout).length === 0;
  const command = new CairnCommand(checkout);
  await Promise.race([sleep(afterMs), command.ended]);
  const moment = command.output.trim().split('\n').at(-1);
  bench.log(`${index + 1}: ${interruption.name} after ${(afterMs / 1000).toFixed(1)} s: ${moment}`);
  interruption.apply(command);
  await command.end();
  expectThat(!/^\s+at |Error:/m.test(command.output), 'no stack is shown', command.output);
  if (!interruption.isKill && isClean) await expectNothingLeft(checkout);
}

/** Starts, expects all earlier players, joins another one, stops. */
async function upWith(players: Player[], checkout: Checkout): Promise<Player[]> {
  const command = new CairnCommand(checkout);
  const endpoints = await command.isUp();
  await expectMembers(endpoints, players);
  const player = await joinHunt(endpoints);
  await command.stop();
  await expectNothingLeft(checkout);
  return [player];
}

/** If the process does not exist yet, sends Ctrl-C. */
function killing(words: string): (command: CairnCommand) => void {
  return (struck) => {
    // npm's own command line contains the words too, but does not start with node.
    const targets = processesOf(struck.checkout).filter(
      ({ command }) => command.includes(words) && /node/.test(command.split(' ')[0] ?? ''),
    );
    for (const { pid } of targets) process.kill(pid, 'SIGKILL');
    if (targets.length === 0) struck.signalGroup('SIGINT');
  };
}

/** Two concurrent starts with nothing installed: one installs, one runs, one is refused. */
async function startedTwice(bench: Bench): Promise<void> {
  const folder = join(bench.folder, 'cairn');
  const checkout = await makeCheckout(bench, { folder, withoutPackages: true });
  const both = [new CairnCommand(checkout), new CairnCommand(checkout)];
  const loser = await Promise.race(both.map((each) => each.ended.then(() => each)));
  expectThat(
    /Cairn already runs from this folder \(pid \d+\)/.test(loser.output),
    'the second start is refused',
    loser.output,
  );
  const output = both.map((each) => each.output).join('');
  expectThat(output.includes('Waiting for the installation'), 'one has waited', output);
  const winner = both.find((each) => each !== loser) as CairnCommand;
  await joinHunt(await winner.isUp());
  await winner.stop();
  await expectNothingLeft(checkout);
}

async function resetWhileItRuns(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const first = new CairnCommand(checkout);
  await first.isUp();
  await runNpm(checkout, { args: ['run', 'reset'] });
  await first.end();
  await expectNothingLeft(checkout);
  const second = new CairnCommand(checkout);
  await joinHunt(await second.isUp());
  killing('infra/local/start.ts')(second);
  await second.end();
  expectThat(processesOf(checkout).length > 5, 'a kill -9 of the starter leaves the rest');
  const output = await runNpm(checkout, { args: ['run', 'reset'] });
  expectThat(/Stopped: .*postgres/.test(output), 'reset lists what it stopped', output);
  await expectNothingLeft(checkout);
}
