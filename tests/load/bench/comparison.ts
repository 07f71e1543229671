import { type Load, median } from './load.ts';
import { readUsage, sum } from './usage.ts';

export type Row = {
  what: string;
  perSecond: number;
  /** Median of the ratios of neighbouring rounds; NaN without a baseline. */
  share: number;
  p50: number;
  p99: number;
  p999: number;
  /** Of our processes, Postgres, Redis and Kafka together, per request. */
  cpuMs: number;
  /** Per request; NaN where it is not counted. */
  statements: number;
};

const ROUNDS = 5;

/** Alternates, so that other load on the machine affects both alike. The first round is a warm-up. */
export async function compare(
  what: string,
  runs: { cairn(): Promise<Load>; bare?(): Promise<{ perSecond: number }> },
  countStatements: () => Promise<number> = async () => Number.NaN,
): Promise<Row> {
  const loads: Load[] = [];
  const shares: number[] = [];
  let cpuMs = 0;
  let statements = 0;
  await runs.cairn();
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await runs.bare?.();
    const cpuBefore = sum(readUsage().cpuMs);
    const statementsBefore = await countStatements();
    const cairn = await runs.cairn();
    loads.push(cairn);
    cpuMs += sum(readUsage().cpuMs) - cpuBefore;
    statements += (await countStatements()) - statementsBefore;
    shares.push(bare ? cairn.perSecond / bare.perSecond : Number.NaN);
  }
  const answered = loads.reduce((total, load) => total + load.answered, 0);
  const of = (read: (load: Load) => number) => median(loads.map(read));
  const row = {
    what,
    perSecond: of(({ perSecond }) => perSecond),
    share: median(shares),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    p999: of(({ p999 }) => p999),
    cpuMs: cpuMs / answered,
    statements: statements / answered,
  };
  console.log(cellsOf(row).join(' · '));
  return row;
}

const HEADINGS = ['path', 'a second', 'share of bare', 'p50 ms', 'p99 ms', 'p99.9 ms', 'CPU ms'];

/** A Markdown table. */
export function tableOf(rows: Row[]): string {
  const headings = [...HEADINGS, 'statements'];
  const lines = [headings, headings.map(() => '---'), ...rows.map(cellsOf)];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf({ what, perSecond, share, p50, p99, p999, cpuMs, statements }: Row): string[] {
  return [
    what,
    show(perSecond, 0),
    show(share, 2),
    ...[p50, p99, p999].map((ms) => show(ms, 1)),
    show(cpuMs, 3),
    show(statements, 1),
  ];
}

function show(value: number, digits: number): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '–';
}
