import { join } from 'node:path';
import { CairnCommand, expectNothingLeft, expectThat, runNpm } from './cairn.ts';
import { makeCheckout } from './checkout.ts';
import { processesOf } from './checkout-processes.ts';
import type { Bench, MachineCase } from './machine-case.ts';
import { expectStillIn, letSomebodyJoin } from './people.ts';
import {
  bareEnvironment,
  docker,
  forgetKafka,
  forgetPostgres,
  hangingListener,
  putHangingProgram,
  requireImages,
} from './source-surroundings.ts';

/** Where Postgres, Redis and Kafka come from on machines that have less than this one. */
export const cases: MachineCase[] = [
  { name: 'source-docker', run: allFromDocker },
  { name: 'source-docker-tests', run: testsOnDocker },
  { name: 'source-none', run: nothingServes },
];

/** Redis and Kafka hang side by side, each in two sources, of which each costs 20 s at most. */
const NONE_WITHIN_MS = 75_000;

/** Up, in use, killed without mercy, up again with all its data, stopped, and emptied. */
async function allFromDocker(bench: Bench): Promise<void> {
  requireImages();
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const environment = bareEnvironment(bench);
  forgetKafka(checkout);
  forgetPostgres(checkout);
  const before = keepDockerAsItIs(bench);
  const first = new CairnCommand(checkout, { environment });
  const players = [await letSomebodyJoin(await first.isUp())];
  bench.tell(first.output);
  for (const image of ['postgres:18', 'redis:7', 'apache/kafka:4.3.0']) {
    expectThat(first.output.includes(`  Docker (${image})`), `${image} serves`, first.output);
  }
  for (const { pid } of processesOf(checkout)) process.kill(pid, 'SIGKILL');
  await first.end();
  const second = new CairnCommand(checkout, { environment });
  const endpoints = await second.isUp();
  await expectStillIn(endpoints, players);
  await second.stop();
  bench.tell(second.output);
  await expectNothingLeft(checkout);
  expectThat(!docker('ps', '-aq').trim(), 'no container is left', docker('ps', '-a'));
  await runNpm(checkout, { args: ['run', 'reset'], environment });
  expectThat(containersAndVolumes() === before, 'reset leaves no volume', containersAndVolumes());
}

async function testsOnDocker(bench: Bench): Promise<void> {
  requireImages();
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const environment = bareEnvironment(bench);
  forgetKafka(checkout);
  forgetPostgres(checkout);
  const before = keepDockerAsItIs(bench);
  const args = ['test', '--', 'libs/events/test/outbox.test.ts', 'libs/events/test/relay.test.ts'];
  const output = await runNpm(checkout, { args, environment });
  bench.tell(output);
  expectThat(/^Kafka: Docker \(apache\/kafka:4\.3\.0\)$/m.test(output), 'Docker serves', output);
  await expectNothingLeft(checkout);
  expectThat(containersAndVolumes() === before, 'nothing is left', containersAndVolumes());
}

async function nothingServes(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const environment = {
    ...bareEnvironment(bench),
    DOCKER_HOST: `tcp://127.0.0.1:${await hangingListener(bench)}`,
  };
  forgetKafka(checkout);
  putHangingProgram(bench, 'redis-server');
  const startedAt = performance.now();
  const output = await runNpm(checkout, { environment, code: 1 });
  const took = performance.now() - startedAt;
  bench.tell(`${(took / 1000).toFixed(0)} s\n${output}`);
  expectThat(took < NONE_WITHIN_MS, `it takes less than ${NONE_WITHIN_MS} ms`, output);
  const told = [
    'Cairn needs Redis, Kafka, and no source has them.',
    'Debian, Ubuntu  sudo apt-get install redis-server openjdk-17-jre-headless maven',
    'macOS           brew install redis openjdk@21 maven',
    'Docker          start an engine',
    'redis hangs: nothing within 15 s',
  ];
  for (const text of told) expectThat(output.includes(text), `it says "${text}"`, output);
  await expectNothingLeft(checkout);
}

/** What there is before; whatever came, a case leaves no more. */
function keepDockerAsItIs(bench: Bench): string {
  const before = containersAndVolumes();
  const isNew = (id: string) => id !== '' && !before.includes(id);
  bench.atEnd(() => {
    for (const id of docker('ps', '-aq').split('\n').filter(isNew)) docker('rm', '-fv', id);
    for (const name of volumes().split('\n').filter(isNew)) docker('volume', 'rm', name);
  });
  return before;
}

function containersAndVolumes(): string {
  return docker('ps', '-aq') + volumes();
}

function volumes(): string {
  return docker('volume', 'ls', '-q', '--filter', 'name=cairn-');
}
