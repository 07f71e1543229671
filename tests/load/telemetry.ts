import { fork } from 'node:child_process';
import { once } from 'node:events';
import { startTestStack } from '../e2e/stack.ts';
import { measureCpu, measureIdleCpu } from './bench/cpu.ts';
import { LIMITS } from './bench/limits.ts';
import { median } from './bench/load.ts';
import { preparePaths } from './bench/paths.ts';
import { readUsage, sum } from './bench/usage.ts';

// `npm run bench -- --otel`: CPU per request with OpenTelemetry off and on. Each turn restarts all of Cairn,
// off and on by turns; every span goes by OTLP to OTEL_EXPORTER_OTLP_ENDPOINT, or to a receiver
// of our own, whose CPU is not counted.
const TURNS = 3;
/** In each turn, after a warm-up. */
const ROUNDS = 2;

type Costs = Record<string, number[]>;

const sink = fork(new URL('bench/otlp-sink.ts', import.meta.url));
const [{ port }] = (await once(sink, 'message')) as [{ port: number }];
const endpoint = process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] || `http://127.0.0.1:${port}`;
const [off, on]: [Costs, Costs] = [{}, {}];
for (let turn = 0; turn < TURNS; turn += 1) {
  await measureInto(off, {});
  await measureInto(on, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
}
sink.send('count');
const [{ count }] = (await once(sink, 'message')) as [{ count: number }];
sink.disconnect();
console.log('\n| CPU ms a request | off | on, every trace | difference |');
console.log('| --- | --- | --- | --- |');
for (const [what, without] of Object.entries(off)) {
  const [before, after] = [median(without), median(on[what] ?? [])];
  const percent = ((after / before - 1) * 100).toFixed(0);
  console.log(`| ${what} | ${before.toFixed(3)} | ${after.toFixed(3)} | ${percent} % |`);
}
console.log(`\nspans received by our receiver: ${count}`);
process.exit();

/** Starts Cairn, measures each path and stops it. */
async function measureInto(costs: Costs, variables: Record<string, string>): Promise<void> {
  const stack = await startTestStack({ LIMITS, ...variables });
  try {
    const paths = await preparePaths(stack, ROUNDS + 1);
    const readCpuMs = () => sum(readUsage().cpuMs);
    const idleMsPerS = await measureIdleCpu(readCpuMs);
    for (const { what, run } of paths) {
      await run(stack.site.url);
      for (let round = 0; round < ROUNDS; round += 1) {
        const cost = await measureCpu(() => run(stack.site.url), { readCpuMs, idleMsPerS });
        costs[what] = [...(costs[what] ?? []), cost];
      }
    }
  } finally {
    await stack.stop();
  }
}
