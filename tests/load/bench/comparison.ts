import type { Inside } from '../../e2e/inside.ts';
import { type Load, median } from './load.ts';
import { readUsage } from './processes.ts';

export type Row = {
  what: string;
  cairn: Load[];
  bare: { perSecond: number }[];
  /** Of all our processes together, per request. */
  cpuMs: number;
};

const ROUNDS = 3;

/** Alternates, so that other load on the machine affects both alike. The first round is a warm-up. */
export async function compare(
  inside: Inside,
  what: string,
  runs: { cairn(): Promise<Load>; bare(): Promise<{ perSecond: number }> },
): Promise<Row> {
  const row: Row = { what, cairn: [], bare: [], cpuMs: 0 };
  let answered = 0;
  await runs.cairn();
  for (let round = 0; round < ROUNDS; round += 1) {
    row.bare.push(await runs.bare());
    const before = await readUsage(inside);
    const cairn = await runs.cairn();
    row.cairn.push(cairn);
    row.cpuMs += (await readUsage(inside)).cpuMs - before.cpuMs;
    answered += cairn.answered;
  }
  row.cpuMs /= answered;
  console.log(describe(row));
  return row;
}

export function describe({ what, cairn, bare, cpuMs }: Row): string {
  const of = (read: (load: Load) => number) => median(cairn.map(read));
  const ratios = cairn.map((load, index) => load.perSecond / (bare[index]?.perSecond ?? 0));
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
  ...['cairn/s', 'bare/s', 'ratio'].map((name) => name.padStart(9)),
  'lowest–highest'.padStart(13),
  ...['p50 ms', 'p99 ms', 'CPU ms'].map((name) => name.padStart(9)),
].join(' ');

function column(value: number, digits: number): string {
  return value.toFixed(digits).padStart(9);
}
