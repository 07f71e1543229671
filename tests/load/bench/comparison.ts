import type { Inside } from '../../e2e/inside.ts';
import { type Load, median } from './load.ts';
import { readUsage } from './processes.ts';

export type Row = {
  what: string;
  ours: Load[];
  bare: { perSecond: number }[];
  /** Of all our processes together, for one request. */
  cpuMs: number;
};

const ROUNDS = 3;

/** In turns, so that both meet the same machine. The first round of each only warms up. */
export async function compare(
  inside: Inside,
  what: string,
  runs: { ours(): Promise<Load>; bare(): Promise<{ perSecond: number }> },
): Promise<Row> {
  const row: Row = { what, ours: [], bare: [], cpuMs: 0 };
  let answered = 0;
  await runs.ours();
  for (let round = 0; round < ROUNDS; round += 1) {
    row.bare.push(await runs.bare());
    const before = await readUsage(inside);
    const ours = await runs.ours();
    row.ours.push(ours);
    row.cpuMs += (await readUsage(inside)).cpuMs - before.cpuMs;
    answered += ours.answered;
  }
  row.cpuMs /= answered;
  console.log(describe(row));
  return row;
}

export function describe({ what, ours, bare, cpuMs }: Row): string {
  const of = (read: (load: Load) => number) => median(ours.map(read));
  const ratios = ours.map((load, index) => load.perSecond / (bare[index]?.perSecond ?? 0));
  return [
    what.padEnd(24),
    column(
      of(({ perSecond }) => perSecond),
      1,
    ),
    column(median(bare.map(({ perSecond }) => perSecond)), 1),
    column(median(ratios), 3),
    `${Math.min(...ratios).toFixed(3)}–${Math.max(...ratios).toFixed(3)}`.padStart(13),
    column(
      of(({ p50 }) => p50),
      1,
    ),
    column(
      of(({ p99 }) => p99),
      1,
    ),
    column(cpuMs, 2),
  ].join(' ');
}

export const HEADINGS = [
  'through the gateway'.padEnd(24),
  ...['ours/s', 'bare/s', 'ratio'].map((name) => name.padStart(9)),
  'lowest–highest'.padStart(13),
  ...['p50 ms', 'p99 ms', 'CPU ms'].map((name) => name.padStart(9)),
].join(' ');

function column(value: number, digits: number): string {
  return value.toFixed(digits).padStart(9);
}
