import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, median } from './load.ts';

export type CpuVariant = { name: string; run(): Promise<Load> };

/** Work that a request leaves behind, such as its event and receipt, ends within this time. */
const SETTLE_MS = 1_000;
const IDLE_MS = 15_000;

/** CPU ms a second without requests. */
export async function measureIdleCpu(readCpuMs: () => number): Promise<number> {
  const before = readCpuMs();
  await sleep(IDLE_MS);
  return ((readCpuMs() - before) / IDLE_MS) * 1_000;
}

/**
 * The median of the CPU ms of one request of each variant, without the idle use. The variants
 * alternate, so that other load on the machine affects them alike; the first round is a warm-up.
 */
export async function compareCpu(
  variants: readonly CpuVariant[],
  options: { rounds: number; readCpuMs: () => number; idleMsPerS: number },
): Promise<Record<string, number>> {
  const costs = new Map(variants.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const { name, run } of variants) {
      const cost = await measureCpu(run, options);
      if (round > 0) costs.get(name)?.push(cost);
    }
  }
  return Object.fromEntries([...costs].map(([name, values]) => [name, median(values)]));
}

/** CPU ms of one request of this load, without the idle use. */
export async function measureCpu(
  run: () => Promise<Load>,
  { readCpuMs, idleMsPerS }: { readCpuMs: () => number; idleMsPerS: number },
): Promise<number> {
  const [began, before] = [performance.now(), readCpuMs()];
  const { answered } = await run();
  await sleep(SETTLE_MS);
  const idle = (idleMsPerS * (performance.now() - began)) / 1_000;
  return (readCpuMs() - before - idle) / answered;
}
