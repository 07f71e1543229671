import { join } from 'node:path';
import { CairnCommand, expectNothingLeft, expectThat, runNpm } from './cairn.ts';
import { makeCheckout } from './checkout.ts';
import { processesOf } from './checkout-processes.ts';
import type { Bench, MachineCase } from './machine-case.ts';
import { expectMembers, joinHunt } from './people.ts';
import {
  bareEnvironment,
  docker,
  hangingListener,
  putHangingProgram,
  removeKafkaDownload,
  removePostgresBinaries,
  requireImages,
} from './source-environment.ts';

/** Sources of Postgres, Redis and Kafka on machines with fewer programs. */
export const cases: MachineCase[] = [
  { name: 'source-docker', run: allFromDocker },
  { name: 'source-docker-tests', run: testsOnDocker },
  { name: 'source-none', run: noServerAvailable },
];

/** Redis and Kafka hang in parallel, each in two sources of at most 20 s. */
const FAIL_TIMEOUT_MS = 75_000;

/** Starts, uses, kills with SIGKILL, restarts with all data, stops, resets. */
async function allFromDocker(bench: Bench): Promise<void> {
  requireImages();
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const environment = bareEnvironment(bench);
  removeKafkaDownload(checkout);
  removePostgresBinaries(checkout);
  const before = keepDockerAsItIs(bench);
  const first = new CairnCommand(checkout, { environment });
  const players = [await joinHunt(await first.isUp())];
  bench.log(first.output);
  for (const image of ['postgres:18', 'redis:7', 'apache/kafka:4.3.0']) {
    expectThat(first.output.includes(`  Docker (${image})`), `${image} serves`, first.output);
  }
  for (const { pid } of processesOf(checkout)) process.kill(pid, 'SIGKILL');
  await first.end();
  const second = new CairnCommand(checkout, { environment });
  const endpoints = await second.isUp();
  await expectMembers(endpoints, players);
  await second.stop();
  bench.log(second.output);
  await expectNothingLeft(checkout);
  expectThat(!docker('ps', '-aq').trim(), 'no container is left', docker('ps', '-a'));
  await runNpm(checkout, { args: ['run', 'reset'], environment });
  expectThat(containersAndVolumes() === before, 'reset leaves no volume', containersAndVolumes());
}

async function testsOnDocker(bench: Bench): Promise<void> {
  requireImages();
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const environment = bareEnvironment(bench);
  removeKafkaDownload(checkout);
  removePostgresBinaries(checkout);
  const before = keepDockerAsItIs(bench);
  const args = ['test', '--', 'libs/events/test/outbox.test.ts', 'libs/events/test/relay.test.ts'];
  const output = await runNpm(checkout, { args, environment });
  bench.log(output);
  expectThat(/^Kafka: Docker \(apache\/kafka:4\.3\.0\)$/m.test(output), 'Docker serves', output);
  await expectNothingLeft(checkout);
  expectThat(containersAndVolumes() === before, 'nothing is left', containersAndVolumes());
}

async function noServerAvailable(bench: Bench): Promise<void> {
  const checkout = await makeCheckout(bench, { folder: join(bench.folder, 'cairn') });
  const environment = {
    ...bareEnvironment(bench),
    DOCKER_HOST: `tcp://127.0.0.1:${await hangingListener(bench)}`,
  };
  removeKafkaDownload(checkout);
  putHangingProgram(bench, 'redis-server');
  const startedAt = performance.now();
  const output = await runNpm(checkout, { environment, code: 1 });
  const took = performance.now() - startedAt;
  bench.log(`${(took / 1000).toFixed(0)} s\n${output}`);
  expectThat(took < FAIL_TIMEOUT_MS, `it takes less than ${FAIL_TIMEOUT_MS} ms`, output);
  const expected = [
    'Cairn needs Redis, Kafka, and no source provides them.',
    'Debian, Ubuntu  sudo apt-get install redis-server openjdk-17-jre-headless maven',
    'macOS           brew install redis openjdk@21 maven',
    'Docker          start an engine',
    'redis hangs: no progress within 12 s',
  ];
  for (const text of expected) expectThat(output.includes(text), `it prints "${text}"`, output);
  await expectNothingLeft(checkout);
}

/** Removes the containers and volumes that a case adds. */
function keepDockerAsItIs(bench: Bench): string {
  const before = containersAndVolumes();
  const isNew = (id: string) => id !== '' && !before.includes(id);
  bench.onCleanup(() => {
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
