import { createServer } from 'node:http';
import { installBlocker, installPackages } from '../../infra/local/debian.ts';
import { findFreePortBase, portsFrom } from '../../infra/local/ports.ts';
import { dockerSource } from '../../infra/local/sources/docker.ts';
import { REDIS } from '../../infra/local/sources/redis.ts';
import type { SourceContext } from '../../infra/local/sources/source.ts';
import { createStarter } from '../../infra/local/sources/start-server.ts';
import { silentSteps } from '../../infra/local/steps.ts';
import { expectThat } from './cairn.ts';
import { type Bench, type MachineCase, NotPossibleHere } from './machine-case.ts';
import { docker, hangingListener, importHangingImage } from './source-environment.ts';

/** Sources that accept connections and never respond: each is skipped within 20 s. */
export const cases: MachineCase[] = [
  { name: 'source-engine-hangs', run: engineHangs },
  { name: 'source-registry-hangs', run: registryHangs },
  { name: 'source-mirror-hangs', run: mirrorHangs },
  { name: 'source-url-hangs', run: urlHangs },
  { name: 'source-container-hangs', run: containerHangs },
];

const SKIP_TIMEOUT_MS = 20_000;
/** A small package that is not needed. */
const PACKAGE = 'cowsay';

async function engineHangs(bench: Bench): Promise<void> {
  const port = await hangingListener(bench);
  await expectGivenUp(bench, () => askDocker(bench, port), /the Docker engine or its registry/);
}

/** A working engine without the image, and an unreachable registry. */
async function registryHangs(bench: Bench): Promise<void> {
  const engine = createServer((request, response) => {
    if (request.url?.includes('/images/create')) return;
    const isInfo = request.url?.endsWith('/info') ?? false;
    response.writeHead(isInfo ? 200 : 404, { 'content-type': 'application/json' });
    const text = isInfo
      ? { OperatingSystem: 'Linux', OSType: 'linux' }
      : { message: 'No such image' };
    response.end(JSON.stringify(text));
  });
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
  bench.onCleanup(() => {
    engine.closeAllConnections();
    engine.close();
  });
  const address = engine.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expectGivenUp(bench, () => askDocker(bench, port), /the Docker engine or its registry/);
}

async function mirrorHangs(bench: Bench): Promise<void> {
  const blocker = installBlocker(process.env);
  if (blocker) throw new NotPossibleHere(blocker);
  const proxy = `http://127.0.0.1:${await hangingListener(bench)}`;
  const environment = { ...process.env, http_proxy: proxy, https_proxy: proxy };
  const { signal } = new AbortController();
  const install = () => installPackages([PACKAGE], { environment, steps: silentSteps, signal });
  await expectGivenUp(bench, install, /Debian's mirror: no data within 15 s|apt-get .*failed/);
}

async function urlHangs(bench: Bench): Promise<void> {
  const REDIS_URL = `redis://127.0.0.1:${await hangingListener(bench)}`;
  const ask = () => serve(bench, 0, { REDIS_URL });
  await expectGivenUp(bench, ask, /does not answer/);
}

/** A running container whose server hangs. */
async function containerHangs(bench: Bench): Promise<void> {
  const image = importHangingImage(bench);
  const source = dockerSource({
    name: 'redis',
    image,
    inside: 6379,
    data: '/data',
    describe: () => ({ environment: {} }),
    address: () => 'nowhere',
    isReady: async () => false,
  });
  const { signal } = new AbortController();
  const own = { stateDirectory: bench.folder, ports: portsFrom(await findFreePortBase()) };
  const start = createStarter({ ...own, steps: silentSteps, signal, processes: [] });
  const passwords = { postgresPassword: '', redisPassword: '' };
  const context = { ...own, ...passwords, isDurable: false, environment: process.env };
  const ask = () => source.serve({ ...context, steps: silentSteps, signal, start });
  await expectGivenUp(bench, ask, /redis hangs/);
  const left = docker('ps', '-a', '-q', '--filter', `ancestor=${image}`);
  expectThat(left.trim() === '', 'no container is left', left);
}

function askDocker(bench: Bench, port: number): Promise<unknown> {
  const index = REDIS.sources.findIndex(({ name }) => name.startsWith('Docker'));
  return serve(bench, index, { DOCKER_HOST: `tcp://127.0.0.1:${port}` });
}

async function serve(bench: Bench, index: number, own: Record<string, string>): Promise<void> {
  const context: SourceContext = {
    stateDirectory: bench.folder,
    ports: portsFrom(20_000),
    isDurable: false,
    postgresPassword: '',
    redisPassword: '',
    environment: { ...process.env, ...own },
    steps: silentSteps,
    signal: new AbortController().signal,
    start: async () => {
      throw new Error('a server would be started');
    },
  };
  const outcome = await REDIS.sources[index]?.serve(context);
  if (outcome && 'unavailable' in outcome) throw new Error(outcome.unavailable);
}

async function expectGivenUp(
  bench: Bench,
  work: () => Promise<unknown>,
  words: RegExp,
): Promise<void> {
  const startedAt = performance.now();
  const said = await work().then(
    () => 'it served',
    (error: Error) => error.message,
  );
  const took = performance.now() - startedAt;
  bench.log(`${(took / 1000).toFixed(1)} s: ${said}`);
  expectThat(words.test(said), `it says ${words}`, said);
  expectThat(took < SKIP_TIMEOUT_MS, `it is given up within ${SKIP_TIMEOUT_MS} ms`);
}
