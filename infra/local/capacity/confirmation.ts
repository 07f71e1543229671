import { COSTS, type MeasuredCpu } from './costs.ts';
import { planFor } from './model.ts';

/** Of the busiest minute, without the idle use. */
export type Measured = { cpuMsPerS: number; statementsPerS: number; liveBytesPerS: number };

/** What the model says of the part of the busiest minute that the load harness sends: no mails. */
export function predict(players: number, cpu: MeasuredCpu): Measured {
  const { readsPerS, loginsPerS, purchasesPerS, listeners } = planFor(players, cpu);
  const { statements, pushMs, productBytes } = COSTS;
  const pushesPerS = purchasesPerS * listeners;
  return {
    cpuMsPerS:
      readsPerS * (cpu.products + cpu.verify + cpu.huntData) +
      loginsPerS * cpu.login +
      purchasesPerS * cpu.purchase +
      pushesPerS * pushMs,
    statementsPerS:
      readsPerS * (statements.verify + statements.huntData) +
      loginsPerS * statements.login +
      purchasesPerS * statements.purchase,
    liveBytesPerS: pushesPerS * productBytes,
  };
}

const ROWS: [what: string, key: keyof Measured][] = [
  ['CPU ms a second', 'cpuMsPerS'],
  ['statements a second', 'statementsPerS'],
  ['bytes of live streams a second', 'liveBytesPerS'],
];

/** A Markdown table of the plan beside what was measured. */
export function describeConfirmation(
  points: readonly { players: number; measured: Measured }[],
  cpu: MeasuredCpu,
): string {
  const lines = points.flatMap(({ players, measured }) => {
    const planned = predict(players, cpu);
    return ROWS.map(([what, key]) => {
      const deviation = (measured[key] / planned[key] - 1) * 100;
      const values = [planned[key], measured[key]].map((value) => value.toFixed(0));
      const sign = deviation > 0 ? '+' : '';
      const cells = [players.toLocaleString('en'), what, ...values];
      return `| ${cells.join(' | ')} | ${sign}${deviation.toFixed(0)} % |`;
    });
  });
  return [
    '| players | of the busiest minute | plan | measured | deviation |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}
