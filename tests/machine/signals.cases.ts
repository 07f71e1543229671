import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Player } from '../support/player.ts';
import { CairnCommand, expectNothingLeft, expectThat, runNpm } from './cairn.ts';
import { type Checkout, makeCheckout } from './checkout.ts';
import { processesOf } from './checkout-processes.ts';
import type { Bench, MachineCase } from './machine-case.ts';
import { expectStillIn, letSomebodyJoin } from './people.ts';

/** Stopped and killed at random moments, as people and systems do it. */
export const cases: MachineCase[] = [
  { name: 'signals-while-installing', run: whileInstalling },
  { name: 'signals-while-starting', run: whileStarting },
  { name: 'started-twice', run: startedTwice },
  { name: 'reset-while-it-runs', run: resetWhileItRuns },
];

const TRIES = Number(process.env['MACHINE_TRIES'] ?? 20);
/** With no state yet: databases are made, the web app is built. */
const TRIES_ANEW = 7;
const INSTALLING_MS = 25_000;

/** `isKill`: what it has started may live on until the next start. */
type Blow = { name: string; isKill: boolean; strike(command: CairnCommand): void };

const BLOWS: Blow[] = [
  { name: 'Ctrl-C', isKill: false, strike: (command) => command.signalGroup('SIGINT') },
  { name: 'SIGTERM to npm', isKill: false, strike: (command) => command.signal('SIGTERM') },
  { name: 'kill -9 of the bootstrap', isKill: true, strike: killing('bootstrap.mjs start') },
  { name: 'closed terminal', isKill: false, strike: (command) => command.signalGroup('SIGHUP') },
  { name: 'SIGTERM to all', isKill: false, strike: (command) => command.signalGroup('SIGTERM') },
  { name: 'kill -9 of the starter', isKill: true, strike: killing('infra/local/start.ts') },
  { name: 'kill -9 of npm', isKill: true, strike: (command) => command.signal('SIGKILL') },
];

async function whileInstalling(bench: Bench): Promise<void> {
  const folder = join(bench.folder, 'cairn');
  const checkout = await makeCheckout(bench, { folder, withoutPackages: true });
  for (let index = 0; index < TRIES; index++) {
    // npm's last act; from there on there is nothing to install.
    const modules = join(folder, 'node_modules');
    if (existsSync(join(modules, '.package-lock.json'))) rmSync(modules, { recursive: true });
    await strikeAt(Math.random() * INSTALLING_MS, { bench, checkout, index });
  }
  await upWith([], checkout);
}

async function whileStarting(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const startedAt = Date.now();
  const players = await upWith([], checkout);
  const usualMs = Date.now() - startedAt;
  for (let index = 0; index < TRIES; index++) {
    await strikeAt(Math.random() * usualMs, { bench, checkout, index });
    // Whatever moments the blows met, the next start has all of it again.
    if (index % 5 === 4) players.push(...(await upWith(players, checkout)));
  }
  for (let index = 0; index < TRIES_ANEW; index++) {
    await runNpm(checkout, { args: ['run', 'reset'] });
    await strikeAt(Math.random() * usualMs, { bench, checkout, index });
  }
  await upWith([], checkout);
}

type Try = { bench: Bench; checkout: Checkout; index: number };

/** One start that is struck after so long; a gentle blow leaves nothing. */
async function strikeAt(afterMs: number, { bench, checkout, index }: Try): Promise<void> {
  const blow = BLOWS[index % BLOWS.length] as Blow;
  const isClean = processesOf(checkout).length === 0;
  const command = new CairnCommand(checkout);
  await Promise.race([sleep(afterMs), command.ended]);
  const moment = command.output.trim().split('\n').at(-1);
  bench.tell(`${index + 1}: ${blow.name} after ${(afterMs / 1000).toFixed(1)} s: ${moment}`);
  blow.strike(command);
  await command.end();
  expectThat(!/^\s+at |Error:/m.test(command.output), 'no stack is shown', command.output);
  if (!blow.isKill && isClean) await expectNothingLeft(checkout);
}

/** Up, with everybody there who was there; somebody more joins; down. */
async function upWith(players: Player[], checkout: Checkout): Promise<Player[]> {
  const command = new CairnCommand(checkout);
  const endpoints = await command.isUp();
  await expectStillIn(endpoints, players);
  const player = await letSomebodyJoin(endpoints);
  await command.stop();
  await expectNothingLeft(checkout);
  return [player];
}

/** Where it is not there yet, a Ctrl-C ends the try. */
function killing(words: string): (command: CairnCommand) => void {
  return (struck) => {
    // npm's own line holds them too, but not node's name first.
    const targets = processesOf(struck.checkout).filter(
      ({ command }) => command.includes(words) && /node/.test(command.split(' ')[0] ?? ''),
    );
    for (const { pid } of targets) process.kill(pid, 'SIGKILL');
    if (targets.length === 0) struck.signalGroup('SIGINT');
  };
}

/** Two who type it at once, with nothing installed: one installs, one runs, one is told. */
async function startedTwice(bench: Bench): Promise<void> {
  const folder = join(bench.folder, 'cairn');
  const checkout = await makeCheckout(bench, { folder, withoutPackages: true });
  const both = [new CairnCommand(checkout), new CairnCommand(checkout)];
  const loser = await Promise.race(both.map((each) => each.ended.then(() => each)));
  expectThat(
    /Cairn already runs from this folder \(pid \d+\)/.test(loser.output),
    'the second is told',
    loser.output,
  );
  const told = both.map((each) => each.output).join('');
  expectThat(told.includes('Waiting for the installation'), 'one has waited', told);
  const winner = both.find((each) => each !== loser) as CairnCommand;
  await letSomebodyJoin(await winner.isUp());
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
  await letSomebodyJoin(await second.isUp());
  killing('infra/local/start.ts')(second);
  await second.end();
  expectThat(processesOf(checkout).length > 5, 'a kill -9 of the starter leaves the rest');
  const output = await runNpm(checkout, { args: ['run', 'reset'] });
  expectThat(/Stopped: .*postgres/.test(output), 'reset tells what it has stopped', output);
  await expectNothingLeft(checkout);
}
