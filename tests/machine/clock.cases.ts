import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@cairn/testing/wait-until.ts';
import { CairnCommand, expectNothingLeft, expectThat } from './cairn.ts';
import { type Checkout, makeCheckout } from './checkout.ts';
import { type Bench, type MachineCase, NotPossibleHere } from './machine-case.ts';
import { expectMembers, joinHunt } from './people.ts';
import { createWallClock, type WallClock } from './wall-clock.ts';

/** Wrong wall clocks; needs Linux and a C compiler. */
export const cases: MachineCase[] = [
  { name: 'wrong-clock', run: wrongClock },
  { name: 'jumping-clock', run: jumpingClock },
];

const DAY_S = 86_400;

/** Clock decades off in both directions; memberships of the past are valid in the future. */
async function wrongClock(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const clock = setUpClock(bench, checkout);
  const players = [];
  for (const year of [2003, 2051]) {
    clock.set(Date.UTC(year, 11, 31, 23, 58) / 1000 - Date.now() / 1000);
    const command = new CairnCommand(checkout, { environment: clock.environment });
    const endpoints = await command.isUp();
    players.push(await joinHunt(endpoints));
    await expectMembers(endpoints, players);
    await waitUntil(() => lastTime(checkout) > `${year}-12-31`, { what: `${year} in the log` });
    bench.log(`in ${year}: ${/up after [\d.]+ s/.exec(command.output)?.[0]}`);
    await command.stop();
    await expectNothingLeft(checkout);
  }
}

/** Clock jumps while running: a day ahead, back to the day before, and correct again. */
async function jumpingClock(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const clock = setUpClock(bench, checkout);
  const command = new CairnCommand(checkout, { environment: clock.environment });
  const endpoints = await command.isUp();
  for (const days of [1, -1, 0]) {
    clock.set(days * DAY_S);
    const player = await joinHunt(endpoints);
    await expectMembers(endpoints, [player]);
    const day = new Date(Date.now() + days * DAY_S * 1000).toISOString().slice(0, 10);
    expectThat(lastTime(checkout).startsWith(day), `the services live in ${day}`);
    bench.log(`${days} days: a player joined`);
  }
  bench.log(command.output.slice(command.output.indexOf('Ctrl-C')));
  await command.stop();
  await expectNothingLeft(checkout);
}

/** The time of the last complete log line. */
function lastTime({ folder }: Checkout): string {
  const log = readFileSync(join(folder, '.local', 'logs', 'payment.log'), 'utf8');
  return [...log.matchAll(/"time":"([^"]+)"/g)].at(-1)?.[1] ?? '';
}

/** Applies to every process of the checkout. */
function setUpClock(bench: Bench, { folder }: Checkout): WallClock {
  const clock = createWallClock(bench.folder);
  if (!clock) throw new NotPossibleHere('there is no C compiler for Linux');
  passOn(folder, Object.keys(clock.environment));
  return clock;
}

/** Adds variables to those that the checkout passes on to its processes. */
function passOn(folder: string, names: string[]): void {
  const file = join(folder, 'infra', 'local', 'executables.ts');
  const source = readFileSync(file, 'utf8');
  const changed = source.replace("['PATH',", `[${names.map((name) => `'${name}'`)}, 'PATH',`);
  expectThat(changed !== source, 'executables.ts has the names that are passed on');
  writeFileSync(file, changed);
}
