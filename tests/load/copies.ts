import { parseArgs } from 'node:util';
import { startTestStack } from '../e2e/stack.ts';
import { type SecondInstances, startSecondInstances } from '../resilience/second-instances.ts';
import { startNginx } from '../support/nginx.ts';
import { compareCpu, measureIdleCpu } from './bench/cpu.ts';
import { LIMITS } from './bench/limits.ts';
import { preparePaths } from './bench/paths.ts';
import { readUsage, sum } from './bench/usage.ts';

// `npm run bench -- --copies 4`: CPU per request of one, two and four copies of every process behind
// nginx, each under the same load. All copies run all the time; what differs is how many get requests.
const ROUNDS = 5;
/** One request may cost so much more with several copies. */
const MAX_RATIO = 1.1;

const { values } = parseArgs({ options: { copies: { type: 'string', default: '2' } } });
const most = Number(values.copies);
if (![2, 3, 4].includes(most)) throw new Error('--copies is 2, 3 or 4');
const counts = [1, 2, 4].filter((count) => count < most).concat(most);

const OWN = { LIMITS, TRUSTED_PROXIES: '1' };
const stack = await startTestStack(OWN);
const others: SecondInstances[] = [];
const stops: (() => Promise<void>)[] = [stack.stop];
try {
  while (others.length < most - 1) {
    const copy = await startSecondInstances(stack.inside, { environment: OWN });
    others.push(copy);
    stops.push(copy.stop);
  }
  const gateways = [stack.site.url, ...others.map(({ gateway }) => gateway)];
  const nginx = await startNginx(counts.map((count) => gateways.slice(0, count)));
  if ('unavailable' in nginx) throw new Error(nginx.unavailable);
  stops.push(nginx.stop);
  const paths = await preparePaths(stack, (ROUNDS + 1) * counts.length);
  const folders = others.map(({ stateDirectory }) => stateDirectory);
  const readCpuMs = () => sum(readUsage(folders).cpuMs);
  const idleMsPerS = await measureIdleCpu(readCpuMs);
  console.log(`idle CPU of ${most} copies and the servers: ${idleMsPerS.toFixed(0)} ms a second\n`);
  console.log(rowOf(['CPU ms a request', ...counts.map(nameOf), 'ratio']));
  console.log(rowOf(['---', ...counts.map(() => '---'), '---']));
  for (const { what, run } of paths) {
    const variants = counts.map((count, index) => ({
      name: nameOf(count),
      run: () => run(nginx.urls[index] ?? '', count),
    }));
    const costs = await compareCpu(variants, { rounds: ROUNDS, readCpuMs, idleMsPerS });
    const ratio = (costs[nameOf(most)] ?? 0) / (costs[nameOf(1)] ?? 0);
    const cells = counts.map((count) => costs[nameOf(count)]?.toFixed(3) ?? '');
    const result = ratio <= MAX_RATIO ? '' : ` (above ${MAX_RATIO})`;
    console.log(rowOf([what, ...cells, `${ratio.toFixed(2)}${result}`]));
  }
} finally {
  for (const stop of stops.toReversed()) await stop();
}
process.exit();

function nameOf(count: number): string {
  return count === 1 ? '1 copy' : `${count} copies`;
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
