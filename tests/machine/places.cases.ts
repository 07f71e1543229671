import { chown, mkdir, readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { CairnCommand, expectNothingLeft, expectThat, runNpm } from './cairn.ts';
import { type Checkout, makeCheckout, type User } from './checkout.ts';
import { type Bench, type MachineCase, NotPossibleHere } from './machine-case.ts';
import { expectMembers, joinHunt } from './people.ts';

/** Folder, user and ports of the start. */
export const cases: MachineCase[] = [
  { name: 'path-with-space', run: pathWithSpace },
  { name: 'closed-home-of-root', run: closedHomeOfRoot },
  { name: 'ordinary-user', run: ordinaryUser },
  { name: 'other-user', run: otherUser },
  { name: 'two-clones', run: twoClones },
  { name: 'port-taken', run: portTaken },
];

/** The unprivileged user without home and shell that every system has. */
const UNPRIVILEGED_ID = 65_534;

async function pathWithSpace(bench: Bench): Promise<void> {
  const folder = join(bench.folder, 'my own, späces & more');
  const checkout = await makeCheckout(bench, { folder, withoutPackages: true });
  const first = await startJoinStop(bench, checkout);
  expectThat(first.includes('Installing packages'), 'packages are installed', first);
  expectPlain(first);
  const logs = new CairnCommand(checkout, { args: ['run', 'logs', '--', 'payment'] });
  await logs.says('process.stopped');
  logs.signalGroup('SIGINT');
  await logs.end();
  const unknown = await runNpm(checkout, { args: ['run', 'logs', '--', 'unknown'], code: 1 });
  expectThat(/There is no log of unknown.*payment/s.test(unknown), 'logs are listed', unknown);
  expectPlain(unknown);
  await runNpm(checkout, { args: ['run', 'reset'] });
  const left = await readdir(join(folder, '.local'));
  expectThat(left.join() === 'cache', `reset leaves the cache alone, not ${left}`);
  await startJoinStop(bench, checkout);
}

/** Like /root: the user that runs Postgres cannot enter it. */
async function closedHomeOfRoot(bench: Bench): Promise<void> {
  if (process.getuid?.() !== 0) throw new NotPossibleHere('it is about root');
  const home = join(bench.folder, 'root');
  await mkdir(home, { mode: 0o700 });
  const checkout = await makeCheckout(bench, { folder: join(home, 'cairn') });
  await startJoinStop(bench, checkout);
}

async function ordinaryUser(bench: Bench): Promise<void> {
  const user = await makeUnprivilegedHome(bench);
  const checkout = await makeCheckout(bench, { folder: join(user.home, 'cairn'), user });
  await startJoinStop(bench, checkout);
}

/** Another user starts where root has started, and vice versa. */
async function otherUser(bench: Bench): Promise<void> {
  const user = await makeUnprivilegedHome(bench);
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  await startJoinStop(bench, checkout);
  const output = await runNpm({ ...checkout, user }, { code: 1 });
  expectThat(/belongs to another user.*chown -R/.test(output), 'the fix is printed', output);
  expectThat(!/^\s+at /m.test(output), 'no stack is shown', output);
  bench.log(output.trim().split('\n').at(-1) ?? '');
  const theirs = await makeCheckout(bench, { folder: join(user.home, 'cairn'), user });
  await startJoinStop(bench, theirs);
  const { user: _, ...asRoot } = theirs;
  await startJoinStop(bench, asRoot);
}

async function makeUnprivilegedHome(bench: Bench): Promise<User> {
  if (process.getuid?.() !== 0) throw new NotPossibleHere('only root can become another user');
  const home = join(bench.folder, 'visitor');
  await mkdir(home, { mode: 0o700 });
  await chown(home, UNPRIVILEGED_ID, UNPRIVILEGED_ID);
  return { uid: UNPRIVILEGED_ID, gid: UNPRIVILEGED_ID, home };
}

async function twoClones(bench: Bench): Promise<void> {
  const one = await makeCheckout(bench, { folder: join(bench.folder, 'one') });
  const two = await makeCheckout(bench, { folder: join(bench.folder, 'two') });
  const [first, second] = [new CairnCommand(one), new CairnCommand(two)];
  const endpoints = await Promise.all([first.isUp(), second.isUp()]);
  await Promise.all(endpoints.map(joinHunt));
  await first.stop();
  await expectNothingLeft(one);
  const player = await joinHunt(endpoints[1]);
  await expectMembers(endpoints[1], [player]);
  expectThat(!/✗/.test(second.output), 'the second has noticed nothing', second.output);
  await second.stop();
  await expectNothingLeft(two);
}

async function portTaken(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const port = checkout.portBase + 3;
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  try {
    const output = await runNpm(checkout, { code: 1 });
    for (const text of [`Port ${port} (payment) is taken by`, `(pid ${process.pid})`]) {
      expectThat(output.includes(text), `it says: ${text}`, output);
    }
    expectThat(/PORT_BASE=\d+ npm start/.test(output), 'it says what to set', output);
    expectThat(!/^\s+at /m.test(output), 'no stack is shown', output);
    bench.log(output.split('\n').find((line) => line.includes('is taken')) ?? '');
  } finally {
    server.close();
  }
  await expectNothingLeft(checkout);
}

/** Starts, uses, stops, restarts within seconds with all data, stops. */
async function startJoinStop(bench: Bench, checkout: Checkout): Promise<string> {
  const first = new CairnCommand(checkout);
  const player = await joinHunt(await first.isUp());
  const { code } = await first.stop();
  expectThat(code === 0, `a Ctrl-C ends it with 0, not ${code}`, first.output);
  await expectNothingLeft(checkout);
  const second = new CairnCommand(checkout);
  await expectMembers(await second.isUp(), [player]);
  await second.stop('SIGTERM');
  await expectNothingLeft(checkout);
  const times = [first, second].map(({ output }) => /up after ([\d.]+ s)/.exec(output)?.[1]);
  bench.log(`up after ${times.join(', then ')}`);
  return first.output + second.output;
}

/** Piped output has no colours and no cursor movements. */
function expectPlain(output: string): void {
  expectThat(!/[^\P{Cc}\n]/u.test(output), 'the output is plain', JSON.stringify(output));
}
