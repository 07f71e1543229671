import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProcessRecord } from '../../infra/local/process-registry.ts';
import { CairnCommand, expectNothingLeft, expectThat, runNpm } from './cairn.ts';
import { type Checkout, makeCheckout } from './checkout.ts';
import type { Bench, MachineCase } from './machine-case.ts';
import { expectMembers, joinHunt } from './people.ts';

/** Crashing processes during and after the start. */
export const cases: MachineCase[] = [
  { name: 'kill-every-child', run: killEveryChild },
  { name: 'crash-again-and-again', run: crashAgainAndAgain },
  { name: 'cannot-start-at-all', run: cannotStartAtAll },
];

const RESTART_TIMEOUT_MS = 90_000;

/** Kills each process, then all at once: each is reported and restarts, and no data is lost. */
async function killEveryChild(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const command = new CairnCommand(checkout);
  const endpoints = await command.isUp();
  const players = [await joinHunt(endpoints)];
  const children = recordsOf(checkout).filter(({ name }) => name !== 'starter');
  expectThat(children.length === 11, `eleven processes run, not ${children.map((c) => c.name)}`);
  for (const { name, pid } of children) {
    process.kill(pid, 'SIGKILL');
    await command.says(`✗ ${name} ended (by SIGKILL); restarting in 0.5 s`);
    await command.says(`✓ ${name} is ready again`, RESTART_TIMEOUT_MS);
  }
  players.push(await joinHunt(endpoints));
  const outputBefore = command.output.length;
  for (const { pid } of recordsOf(checkout).filter(({ name }) => name !== 'starter')) {
    process.kill(pid, 'SIGKILL');
  }
  for (const { name } of children) {
    await command.says(`✓ ${name} is ready again`, RESTART_TIMEOUT_MS, outputBefore);
  }
  players.push(await joinHunt(endpoints));
  await expectMembers(endpoints, players);
  await runNpm(checkout, { args: ['run', 'invariants'] });
  bench.log(`after all at once:\n${command.output.slice(outputBefore)}`);
  await command.stop();
  await expectNothingLeft(checkout);
}

async function crashAgainAndAgain(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const command = new CairnCommand(checkout);
  const endpoints = await command.isUp();
  const file = join(checkout.folder, 'services', 'payment', 'src', 'main.ts');
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, `throw new Error('no payments today');\n${source}`);
  const payment = recordsOf(checkout).find(({ name }) => name === 'payment');
  process.kill(payment?.pid ?? 0, 'SIGKILL');
  await command.says('✗ payment ended (by SIGKILL); restarting in 0.5 s');
  for (const seconds of [1, 2, 4]) {
    const line = `✗ payment ended \\(exit code 1\\); restarting in ${seconds} s; the end of its log:`;
    await command.says(new RegExp(`${line}\\n[^✗]*no payments today`));
  }
  writeFileSync(file, source);
  await command.says('✓ payment is ready again', RESTART_TIMEOUT_MS);
  await joinHunt(endpoints);
  bench.log(command.output.slice(command.output.indexOf('✗ payment')));
  await command.stop();
  await expectNothingLeft(checkout);
}

/** A broken service, then a broken server: each stops the rest with its reason. */
async function cannotStartAtAll(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const file = join(checkout.folder, 'services', 'admin', 'src', 'main.ts');
  const source = readFileSync(file, 'utf8');
  writeFileSync(file, `throw new Error('no back office today');\n${source}`);
  const first = await runNpm(checkout, { code: 1 });
  expectThat(
    /admin does not start; all of its log is in \S+; the end of its log:\n.*no back office today/s.test(
      first,
    ),
    'the process that does not start is named with the reason',
    first,
  );
  expectThat(/Cairn has stopped\.\s*$/.test(first), 'the rest is stopped', first);
  await expectNothingLeft(checkout);
  writeFileSync(file, source);
  writeFileSync(join(checkout.folder, '.local', 'postgres', 'data', 'PG_VERSION'), '9\n');
  const second = await runNpm(checkout, { code: 1 });
  expectThat(/postgres does not start;.*version 9/s.test(second), 'so with Postgres', second);
  await expectNothingLeft(checkout);
  bench.log(second.slice(second.indexOf('postgres does not start')));
}

function recordsOf({ folder }: Checkout): ProcessRecord[] {
  const run = join(folder, '.local', 'run');
  return readdirSync(run).map((file) => JSON.parse(readFileSync(join(run, file), 'utf8')));
}
