import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { drawScreen } from '../../infra/local/screen.ts';
import { CairnCommand, expectNothingLeft, expectThat } from './cairn.ts';
import { makeCheckout } from './checkout.ts';
import { type Bench, type MachineCase, NotPossibleHere } from './machine-case.ts';
import { joinHunt } from './people.ts';

/** Network and terminal of a machine. */
export const cases: MachineCase[] = [
  { name: 'offline', run: offline },
  { name: 'proxy-at-a-closed-port', run: proxyAtAClosedPort },
  { name: 'terminal', run: terminal },
];

const COLUMNS = 80;
const HEALTHY_TIMEOUT_MS = 120_000;

async function offline(bench: Bench): Promise<void> {
  if (process.getuid?.() !== 0) throw new NotPossibleHere('only root can take the network away');
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const first = new CairnCommand(checkout);
  await first.isUp();
  await first.stop();
  const alone = ['unshare', '-n', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const second = new CairnCommand(checkout, { wrapper: alone });
  await second.isUp();
  const helper = join(import.meta.dirname, 'join.ts');
  const endpoints = join(checkout.folder, '.local', 'endpoints.json');
  const inside = ['-t', String(second.child.pid), '-n', process.execPath, helper, endpoints];
  bench.log(execFileSync('nsenter', inside, { encoding: 'utf8' }).trim());
  await second.stop();
  await expectNothingLeft(checkout);
}

async function proxyAtAClosedPort(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'npm_config_proxy'];
  const proxies = [...names, ...names.map((name) => name.toLowerCase())];
  const environment = Object.fromEntries(proxies.map((name) => [name, 'http://127.0.0.1:9']));
  const command = new CairnCommand(checkout, { environment });
  await joinHunt(await command.isUp());
  await command.stop();
  await expectNothingLeft(checkout);
}

async function terminal(bench: Bench): Promise<void> {
  if (!existsSync('/usr/bin/script')) throw new NotPossibleHere('there is no script(1)');
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const typed = `stty cols ${COLUMNS} rows 40; npm start`;
  const command = new CairnCommand(checkout, {
    program: ['script', '-qec', typed, '/dev/null'],
    environment: { TERM: 'xterm' },
    hasInput: true,
  });
  await command.isUp();
  const untilUp = command.output;
  command.child.stdin?.write('\u0003');
  await command.end(HEALTHY_TIMEOUT_MS);
  await expectNothingLeft(checkout);
  const screen = drawScreen(command.output, COLUMNS);
  expectThat(
    !screen.some((line) => line.startsWith('…')),
    'what has ended is gone',
    command.output,
  );
  const ends = screen.filter((line) => line.startsWith('✓'));
  expectThat(new Set(ends).size === ends.length && ends.length > 0, 'each step ends once');
  expectThat(
    screen.some((line) => line.startsWith('Cairn has stopped.')),
    'it says the end',
  );
  bench.log(`${untilUp.length} characters until up; the screen at the end:\n${screen.join('\n')}`);
}
